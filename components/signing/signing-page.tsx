"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { memo, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox, Zoom } from "@/components/pages/page-source";
import { stepZoom } from "@/components/pages/zoom-control";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import type { Attachments, useAttachments } from "@/components/signing/attachments/use-attachments";
import { useOneTimeCode, useSign, type Signing } from "@/components/signing/confirm/use-sign";
import { FieldControl } from "@/components/signing/fields/field-control";
import { BoxOutline } from "@/components/signing/fields/field-look";
import { fieldInputs, inReadingOrder, type MadeImages } from "@/components/signing/fields/field-state";
import { FillProvider, type Fill } from "@/components/signing/fields/fill-context";
import type { FormRules } from "@/components/signing/fields/form-rules";
import { askForRefusedBoxes, refusedFields, useFields, type Fields } from "@/components/signing/fields/use-fields";
import {
  useSignatureImages,
  type ImageSlot,
  type SignatureImages,
} from "@/components/signing/fields/use-signature-images";
import { statementNames, useStatements, type Statements } from "@/components/signing/fields/use-statements";
import { usePageFiles } from "@/components/signing/files/page-files";
import { imageTypes, isImageType } from "@/lib/platform/field-rules/details";
import { pixelsPerPoint } from "@/lib/platform/geometry/placement";
import type { LinkField, LinkPage, SignInput } from "@/lib/signing/schema";
import { SenderMessage, type AboutDocument } from "./about-document";
import { tellOtherTabs, useEntry, useImagesAfter, useOtherTabs, useViewed, type Entry } from "./link-session";
import { OfflineBanner } from "./offline-banner";
import { noteUserAction } from "./page-heading";
import { SigningBar } from "./signing-bar";
import { DirectConsent, SigningPanel } from "./signing-panel";
import { DirectOutcome, SigningWindows, useWindows, type SigningWindow } from "./signing-windows";

/** Loaded on demand, because few signers are asked for files. */
const AttachmentsPart = dynamic(() =>
  import("@/components/signing/attachments/attachments-part").then((module) => module.AttachmentsPart),
);

/** Loaded on demand, because few are asked for a reason or a location. */
const StatementInputs = dynamic(() =>
  import("@/components/signing/fields/statement-inputs").then((module) => module.StatementInputs),
);

export interface SigningPageProps {
  page: Extract<LinkPage, { state: "signing" }>;
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
  } = useImagesAfter(entry, useBoxImages(page, u));
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
  const onOver = useEnd(u);
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
    elements: () => elementsOf(page.boxes, shownImage),
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
      <PageFields boxes={shown.filter((box) => box.page === on.page)} scale={scale} pageWidth={on.width} />
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
            fieldOf={(type) => shown.find((box) => box.isMine && box.type === type)}
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

/** Whether the page itself reports the outcome of signing: without the sheet, or when the document behind it has changed. */
function showsOutcome({ isBusy, problem }: Signing, isDirect: boolean, opened: SigningWindow): boolean {
  const isOnPage = isDirect || problem?.code === "race_lost";
  return isOnPage && opened !== "confirm" && (isBusy || problem !== null);
}

/** The current page, and the zoom of all pages. */
function useReading(pages: RefObject<DocumentPagesHandle | null>) {
  const [visiblePage, setVisiblePage] = useState(1);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const step = (by: 1 | -1): void => setZoom(stepZoom(zoom, by, shownZoom(pages.current?.pageElement(visiblePage))));
  return { zoom, setZoom, stepZoom: step, visiblePage, setVisiblePage };
}

/** The zoom at which a page is shown. */
function shownZoom(sheet: HTMLElement | null | undefined): number {
  const points = Number(sheet?.dataset["widthPt"]);
  return sheet && points > 0 ? sheet.clientWidth / points / pixelsPerPoint : 1;
}

/** Refreshes the page after an action of the signer, and the other tabs with it. */
function useEnd(u: string): () => void {
  const router = useRouter();
  return useCallback(() => {
    noteUserAction();
    router.refresh();
    tellOtherTabs(u);
  }, [router, u]);
}

/** The fields of one page: the signer's own in reading order, others' faintly below. */
export const PageFields = memo(function PageFields({
  boxes,
  scale,
  pageWidth,
}: {
  boxes: readonly LinkField[];
  scale: number;
  pageWidth: number;
}) {
  const mine = useMemo(() => inReadingOrder(boxes.filter(({ isMine }) => isMine)), [boxes]);
  return (
    // A separate stacking context: the extended touch targets of small fields lie below all fields.
    <div className="pointer-events-none! absolute inset-0 isolate *:pointer-events-auto">
      {boxes
        .filter(({ isMine }) => !isMine)
        .map((box) => (
          <BoxOutline key={box.id} box={box} scale={scale} />
        ))}
      {mine.map((box) => (
        <FieldControl key={box.id} box={box} scale={scale} pageWidth={pageWidth} beside={mine} />
      ))}
    </div>
  );
});

/**
 * The consent text shown in the last step, as recorded in the audit trail. Opening the step reports it once. A failure does not matter, because the signature
 * names it again.
 */
export function useConsent(u: string, isShown: boolean): NonNullable<SignInput["consent"]> {
  const t = useTranslations("signing.confirm");
  const [version, locale] = [t("consentVersion"), t("consentLanguage")];
  const consent = useMemo(() => ({ version, locale }), [version, locale]);
  const isSaid = useRef(false);
  useEffect(() => {
    if (!isShown || isSaid.current) return;
    isSaid.current = true;
    void callApi("POST", `/sign/uuid/${u}/viewed`, { json: { consent } }).catch(() => undefined);
  }, [u, isShown, consent]);
  return consent;
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

type SigningState = Extract<LinkPage, { state: "signing" }>;

/** The image for the signer's fields of one type. */
interface FieldImage {
  type: SignatureType;
  slot: ImageSlot;
  /** Whether one of the fields is required. */
  isNeeded: boolean;
}

interface BoxImages extends SignatureImages {
  /** The images that the signer's fields take. */
  images: readonly FieldImage[];
  /** Not all are stored yet; signing adopts the proposals. */
  hasUnstored: boolean;
  /** Images still being stored count as made. */
  made: MadeImages;
}

/** Signature and initials for this page: the account's, or a guest's for this request. */
export function useBoxImages(page: SigningState, u: string): BoxImages {
  const { boxes, isGuest, images: stored, signer } = page;
  const isTextOnly = page.signature.template.layout === "text";
  const types = useMemo(
    () =>
      imageTypes.filter(
        (type) => boxes.some((box) => box.isMine && box.type === type) && !(type === "signature" && isTextOnly),
      ),
    [boxes, isTextOnly],
  );
  const kept = useSignatureImages({
    place: isGuest ? `/sign/uuid/${u}/elements` : "/account/signature/elements",
    stored,
    name: signer.name,
    isWanted: types.length > 0,
  });
  const { slots } = kept;
  const made = useMemo(
    () => ({
      signature: isTextOnly || slots.signature.kind !== "none",
      initial: slots.initial.kind !== "none",
      stamp: slots.stamp.kind !== "none",
    }),
    [slots, isTextOnly],
  );
  return {
    ...kept,
    images: types.map((type) => ({
      type,
      slot: slots[type],
      isNeeded: boxes.some((box) => box.isMine && box.type === type && box.required),
    })),
    hasUnstored: types.some((type) => slots[type].kind === "proposed" || slots[type].kind === "loading"),
    made,
  };
}

/** The image in each of the signer's fields that take one. */
function elementsOf(
  boxes: readonly LinkField[],
  shownImage: SignatureImages["shownImage"],
): NonNullable<SignInput["elements"]> {
  return boxes.flatMap(({ id, type, isMine }) => {
    const image = isMine && isImageType(type) ? shownImage(type) : null;
    return image ? [{ documentElementId: id, profileElementId: image.id, updatedAt: image.updatedAt }] : [];
  });
}

/** The images of the shown fields, with their current requirement. */
function imagesIn(shown: readonly LinkField[], images: readonly FieldImage[]): FieldImage[] {
  return images.flatMap((image) => {
    const taking = shown.filter(({ isMine, type }) => isMine && type === image.type);
    return taking.length === 0 ? [] : [{ ...image, isNeeded: taking.some(({ required }) => required) }];
  });
}

interface StartOptions {
  u: string;
  fields: Fields;
  attachments: Pick<Attachments, "check">;
  statements: Pick<Statements, "check" | "toSend">;
  /** The images that the fields take. */
  images: readonly FieldImage[];
  entry: Entry;
  onMake: (type: SignatureType) => void;
  /** Called when nothing is missing. */
  onReady: () => void;
}

/** Handles "Sign": leads to blank fields, missing images and text that cannot be written into the document, before a code is sent. */
export function useStart({ u, fields, attachments, statements, images, entry, onMake, onReady }: StartOptions): {
  start: () => Promise<void>;
  isChecking: boolean;
} {
  const [isChecking, setChecking] = useState(false);
  const isRunning = useRef(false);
  const start = async () => {
    if (!fields.isReady || isRunning.current || !fields.check() || !attachments.check() || !statements.check()) return;
    const unmade = images.find(({ isNeeded, slot }) => isNeeded && slot.kind === "none");
    if (unmade) return onMake(unmade.type);
    isRunning.current = true;
    setChecking(true);
    // If there is no session, signing reports the problem.
    await entry.enter().catch(() => undefined);
    const refused = await askForRefusedBoxes(u, fields.given);
    isRunning.current = false;
    setChecking(false);
    if (refused.length > 0) fields.refuse(refused);
    else onReady();
  };
  return { start, isChecking };
}
