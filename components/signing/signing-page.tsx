"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { ApiProblem } from "@/components/api/api-problem";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import { useConsent } from "@/components/signing/confirm/use-consent";
import { useOneTimeCode } from "@/components/signing/confirm/use-one-time-code";
import { useSign } from "@/components/signing/confirm/use-sign";
import { fieldInputs } from "@/components/signing/fields/field-state";
import { FillProvider, type Fill } from "@/components/signing/fields/fill-context";
import { PageFields } from "@/components/signing/fields/page-fields";
import { refusedBoxes } from "@/components/signing/fields/refused-boxes";
import { useBoxImages } from "@/components/signing/fields/use-box-images";
import { useFields } from "@/components/signing/fields/use-fields";
import type { LinkPage } from "@/lib/signing/schema";
import { OfflineBanner } from "./offline-banner";
import { SenderWords } from "./sender-words";
import { SigningBar } from "./signing-bar";
import { SigningPanel } from "./signing-panel";
import { SigningWindows } from "./signing-windows";
import { useEnd } from "./use-end";
import { useStart } from "./use-start";
import { useViewed } from "./use-viewed";
import { useWindows } from "./use-windows";

interface SigningPageProps {
  page: Extract<LinkPage, { state: "signing" }>;
  u: string;
  /** What was found in the upload. */
  findings: ReactNode;
}

/** The document with the signer's boxes over it; beside it the signature, and the button that signs. */
export function SigningPage({ page, u, findings }: SigningPageProps) {
  const words = useTranslations("signing");
  const { document, signer, boxes } = page;
  const pages = useRef<DocumentPagesHandle>(null);
  const { opened, open, close, isLost, preload } = useWindows();
  const [hasSigningPassword, setHasSigningPassword] = useState(page.hasSigningPassword);
  const { slots, images, hasUnstored, made, adopt, adoptProposals } = useBoxImages(page, u);
  const fields = useFields(document.uuid, boxes, made, pages);
  const code = useOneTimeCode(`/sign/uuid/${u}/code`);
  const onOver = useEnd();
  const consent = useConsent(u, opened === "confirm");
  const onRefused = (problem: ApiProblem) => {
    const refused = refusedBoxes(problem, fields.values);
    if (refused.length === 0) return;
    close();
    fields.refuse(refused);
  };
  const signing = useSign({
    u,
    fields: fieldInputs(fields.values),
    consent,
    prepare: adoptProposals,
    onPasswordMade: () => setHasSigningPassword(true),
    onOver,
    onRefused,
  });
  useViewed(u);

  const confirm = () => {
    signing.clear();
    open("confirm");
    // Stored while the signer looks for the code; what fails here is tried again, and told, when they sign.
    void adoptProposals().catch(() => undefined);
    if (signer.proof === "code" && code.step !== "sent" && code.step !== "sent_before") void code.ask();
  };

  const { start, isChecking } = useStart({ u, fields, images, onMake: open, onReady: confirm });

  const { values, setValue, flagged, noteFocus } = fields;
  const fill = useMemo<Fill>(
    () => ({ signer, values, setValue, slots, openPad: open, flagged, noteFocus }),
    [signer, values, setValue, slots, open, flagged, noteFocus],
  );
  const renderLayer = useCallback(
    (on: PageBox, scale: number) => (
      <PageFields boxes={boxes.filter((box) => box.page === on.page)} scale={scale} pageWidth={on.width} />
    ),
    [boxes],
  );
  const isFirstTime = hasUnstored || (signer.proof === "password" && !hasSigningPassword);
  return (
    <div data-full-width>
      <SigningBar
        name={document.name}
        u={u}
        left={fields.blank.length}
        total={fields.total}
        onDecline={() => open("decline")}
      />
      <OfflineBanner u={u} isLost={isLost} isUnsure={signing.lostAt !== null} />
      <FillProvider value={fill}>
        <div className="mx-auto grid max-w-360 gap-6 p-3 sm:px-6 sm:py-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-label={words("document.label")} className="min-w-0">
            <SenderWords sender={document.sender.name} text={signer.note} className="mb-4" />
            {findings}
            <DocumentPages
              ref={pages}
              source={{ kind: "link", u }}
              pages={document.pages}
              title={document.name}
              zoom="fit"
              renderLayer={renderLayer}
            />
          </section>
          <SigningPanel
            images={images}
            onChange={open}
            blank={fields.blank.length}
            onNext={fields.goToNext}
            flagged={flagged}
            isFirstTime={isFirstTime}
            isGuest={page.isGuest}
            onSign={() => void start()}
            isChecking={isChecking}
            onNearSign={preload}
          />
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
        onOver={onOver}
        refusedControl={fields.refusedControl}
      />
    </div>
  );
}
