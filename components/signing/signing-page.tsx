"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useRef, useState } from "react";
import { violationOf, type ApiProblem } from "@/components/api/call";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import { useReading } from "@/components/pages/zoom-control";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import type { Attachments, useAttachments } from "@/components/signing/attachments/use-attachments";
import { PageFields } from "@/components/signing/fields/field-control";
import { fieldInputs } from "@/components/signing/fields/field-state";
import { FillProvider, type Fill } from "@/components/signing/fields/fill-context";
import type { FormRules } from "@/components/signing/fields/form-rules";
import { refusedFields, useFields } from "@/components/signing/fields/use-fields";
import { elementsOf, imagesIn, useFieldImages } from "@/components/signing/fields/use-signature-images";
import { statementNames, useStatements, type Statements } from "@/components/signing/fields/use-statements";
import { usePageFiles } from "@/components/signing/files/page-files";
import { useOneTimeCode, useSign, useStart, type Signing } from "@/components/signing/proof/use-sign";
import { SenderMessage, type AboutDocument } from "./link/about-document";
import {
  useConsent,
  useEntry,
  useImagesAfter,
  useOtherTabs,
  useRefreshAllTabs,
  useViewed,
  type SigningState,
} from "./link/link-session";
import { SigningBar } from "./signing-bar";
import { DirectConsent, SigningPanel } from "./signing-panel";
import { DirectOutcome, OfflineBanner, SigningWindows, useWindows, type SigningWindow } from "./signing-windows";

/** Loaded on demand, because few signers are asked for files. */
const AttachmentsPart = dynamic(() =>
  import("@/components/signing/attachments/attachments-part").then((module) => module.AttachmentsPart),
);

/** Loaded on demand, because few are asked for a reason or a location. */
const StatementInputs = dynamic(() =>
  import("@/components/signing/fields/statement-inputs").then((module) => module.StatementInputs),
);

export interface SigningPageProps {
  page: SigningState;
  u: string;
  /** Findings in the uploaded file. */
  about: AboutDocument | null;
  /** Set if the signer has inputs other than pictures. */
  form?: {
    FormField: NonNullable<Fill["FormField"]>;
    rules: FormRules;
    useAttachments: typeof useAttachments;
  };
}

const noAttachments: Attachments = {
  requests: [],
  added: [],
  running: new Map(),
  failures: new Map(),
  flagged: new Set(),
  missing: 0,
  add: () => Promise.resolve([]),
  remove: () => Promise.resolve(false),
  cancel: () => undefined,
  check: () => true,
};
const withoutAttachments = (): Attachments => noAttachments;

/** The document with the signer's fields, and a panel with the signature and the button to sign. */
export function SigningPage({ page, u, about, form }: SigningPageProps) {
  const t = useTranslations("signing");
  const files = useTranslations("attachments.upload");
  const { document, signer } = page;
  const pages = useRef<DocumentPagesHandle>(null);
  const source = useMemo(() => ({ kind: "link" as const, u }), [u]);
  const { zoom, setZoom, stepZoom, visiblePage, setVisiblePage } = useReading(pages);
  const { opened, open, close, isLost, preload } = useWindows();
  const [hasSigningPassword, setHasSigningPassword] = useState(page.hasSigningPassword);
  const entry = useEntry(page, u);
  const {
    slots,
    images: allImages,
    hasUnstored,
    made,
    adopt,
    adoptProposals,
    shownImage,
  } = useImagesAfter(entry, useFieldImages(page, u));
  const fields = useFields(document.uuid, page, made, pages, form?.rules ?? null);
  const { shown } = fields;
  const images = useMemo(() => imagesIn(shown, allImages), [shown, allImages]);
  const pdfs = usePageFiles(document, fields.blank);
  // The kind of page does not change while it is open, so the hooks stay the same.
  const useFiles = form?.useAttachments ?? withoutAttachments;
  const attachments = useFiles({
    ...{ u, requests: signer.attachmentRequests, first: page.attachments },
    enter: entry.enter,
  });
  const code = useOneTimeCode(`/sign/uuid/${u}/code`);
  const onOver = useRefreshAllTabs(u);
  const isDirect = page.withoutCode !== null;
  const isApproval = document.role === "approver";
  // The consent text is about signing, so approvers do not see it.
  const shownConsent = useConsent(u, !isApproval && (isDirect || opened === "confirm"));
  const consent = isApproval ? undefined : shownConsent;
  const onRefused = (problem: ApiProblem) => {
    // The page behind the sheet is about to show another state of the document, which the signer has to review first.
    if (problem.code === "race_lost") close();
    if (problem.code === "attachment_missing") {
      close();
      attachments.check();
    }
    // The input is behind the dialog.
    if (statementNames.some((name) => violationOf(problem, `/${name}`))) {
      close();
      statements.check();
    }
    const refused = refusedFields(problem, fields.given);
    if (refused.length === 0) return;
    close();
    fields.refuse(refused);
  };
  const statements = useStatements(page.signature);
  const signing = useSign({
    u,
    role: document.role,
    preparation: document.preparation,
    look: page.signature.look,
    fields: fieldInputs(fields.given),
    elements: () => elementsOf(page.fields, shownImage),
    statements: statements.toSend,
    consent,
    prepare: adoptProposals,
    onPasswordMade: () => setHasSigningPassword(true),
    onOver,
    onRefused,
  });
  useViewed(u);
  useOtherTabs(u);

  // The pad cleans uploads on the server, which needs the signer's session.
  const { enter } = entry;
  const make = useCallback(
    (type: SignatureType) => {
      void enter().catch(() => undefined);
      open(type);
    },
    [enter, open],
  );
  const confirm = (problem?: ApiProblem) => {
    // The sheet asks for a new session if one is missing.
    if (problem?.code !== "unauthenticated") signing.clear();
    open("confirm");
    // Stored while the signer looks for the code. A failure is retried, and reported, on signing.
    void adoptProposals().catch(() => undefined);
    if (signer.proof === "code" && code.step !== "sent" && code.step !== "sent_before") void code.ask();
  };

  const signAtOnce = async () => {
    const problem = await signing.sign({ click: true });
    if (problem?.code === "unauthenticated" && page.withoutCode?.by === "link" && page.isGuest) return entry.forget();
    // The code that opened the document no longer signs it, or the session is over: the sheet asks for a proof.
    if (problem && (problem.code === "unauthenticated" || violationOf(problem, "/code"))) confirm(problem);
  };
  const { start, isChecking } = useStart({
    u,
    fields,
    attachments,
    statements,
    images,
    entry,
    onMake: make,
    onReady: isDirect ? () => void signAtOnce() : () => confirm(),
  });

  const { values, setValue, flagged, groups, noteFocus, noteLeave } = fields;
  const lookOn = useLook(page, statements);
  const FormField = form?.FormField ?? null;
  const fill = useMemo<Fill>(
    () => ({
      signer,
      FormField,
      lookOn,
      values,
      setValue,
      slots,
      openPad: make,
      flagged,
      groups,
      noteFocus,
      noteLeave,
    }),
    [signer, FormField, lookOn, values, setValue, slots, make, flagged, groups, noteFocus, noteLeave],
  );
  const renderLayer = useCallback(
    (on: PageBox, scale: number) => (
      <PageFields fields={shown.filter((field) => field.page === on.page)} scale={scale} pageWidth={on.width} />
    ),
    [shown],
  );
  const isFileLeft = attachments.missing > 0 && fields.blank.length === 0;
  const barText = isFileLeft
    ? files("left", { count: attachments.missing })
    : isApproval
      ? t("bar.readyToApprove")
      : undefined;
  const isFirstTime = hasUnstored || (signer.proof === "password" && !hasSigningPassword);
  return (
    <div data-full-width data-wide>
      <SigningBar
        name={document.name}
        u={u}
        files={pdfs}
        role={document.role}
        text={barText}
        left={fields.blank.length + attachments.missing}
        total={fields.total + attachments.missing}
        optional={fields.optional.length}
        about={about}
        reading={{
          page: visiblePage,
          pages: document.pages.length,
          zoom,
          onZoom: setZoom,
          onStep: stepZoom,
          onGo: (to) => pages.current?.scrollToPage(to),
        }}
        onDecline={() => open("decline")}
        onDelegate={document.mayDelegate ? () => open("delegate") : undefined}
      />
      <OfflineBanner u={u} isLost={isLost} isUnsure={signing.lostAt !== null} />
      <FillProvider value={fill}>
        <div className="mx-auto grid max-w-360 gap-6 p-3 sm:px-6 sm:py-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-label={t("document.label")} className="min-w-0">
            <SenderMessage sender={document.sender.name} text={signer.note} className="mb-4" />
            {signer.attachmentRequests.length > 0 && (
              <AttachmentsPart u={u} sender={document.sender.name} attachments={attachments} />
            )}
            <div className={zoom === "fit" ? undefined : "overflow-x-auto pb-3"}>
              <DocumentPages
                ref={pages}
                source={source}
                pages={document.pages}
                title={document.name}
                files={pdfs}
                zoom={zoom}
                renderLayer={renderLayer}
                onVisiblePageChange={setVisiblePage}
              />
            </div>
          </section>
          <SigningPanel
            images={images}
            onChange={make}
            fieldOf={(type) => shown.find((field) => field.isMine && field.type === type)}
            left={{ required: fields.blank.length, optional: fields.optional.length }}
            onNext={fields.goToNext}
            flagged={flagged}
            missingFiles={attachments.flagged.size}
            isFirstTime={isFirstTime}
            isGuest={page.isGuest}
            onSign={() => void start()}
            isBusy={!fields.isReady || isChecking || (isDirect && signing.isBusy)}
            onReject={isApproval ? () => open("decline") : undefined}
            onNearSign={preload}
          >
            {!isApproval && statementNames.some((name) => page.signature[name].ask !== "no") && (
              <StatementInputs rules={page.signature} statements={statements} />
            )}
            {isDirect && <DirectConsent page={page} />}
            {showsOutcome(signing, isDirect, opened) && (
              <DirectOutcome u={u} role={document.role} signing={signing} onOver={onOver} />
            )}
          </SigningPanel>
        </div>
      </FillProvider>
      <SigningWindows
        opened={opened}
        onClose={close}
        page={page}
        u={u}
        code={code}
        signing={signing}
        hasSigningPassword={hasSigningPassword}
        adopt={adopt}
        enter={enter}
        onOver={onOver}
        refusedControl={fields.refusedControl}
      />
    </div>
  );
}

/**
 * Whether the page itself reports the outcome of signing: without the sheet, or when the document behind it has
 * changed.
 */
function showsOutcome({ isBusy, problem }: Signing, isDirect: boolean, opened: SigningWindow): boolean {
  const isOnPage = isDirect || problem?.code === "race_lost";
  return isOnPage && opened !== "confirm" && (isBusy || problem !== null);
}

/** The look of the signature on a page, in an envelope with the identifier of that page's file. */
function useLook({ document, signer, signature }: SigningState, { shown }: Statements): Fill["lookOn"] {
  return useCallback(
    (on: number) => {
      const file = document.files?.findLast(({ firstPage }) => firstPage <= on) ?? document;
      return {
        ...signature,
        name: signer.name,
        email: signer.email,
        id: `${file.uuid}-${signature.idSuffix}`,
        reason: shown.reason,
        location: shown.location,
      };
    },
    [document, signer, signature, shown.reason, shown.location],
  );
}
