"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState } from "react";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import type { SignatureType } from "@/components/signature/signature-type";
import type { LinkPage } from "@/lib/signing/schema";
import { fieldInputs } from "./field-state";
import { FillProvider, type Fill } from "./fill-context";
import { OfflineBanner } from "./offline-banner";
import { PageFields } from "./page-fields";
import { SenderWords } from "./sender-words";
import { SigningBar } from "./signing-bar";
import { SigningPanel } from "./signing-panel";
import { SigningWindows } from "./signing-windows";
import { useEnd } from "./use-end";
import { useFields } from "./use-fields";
import { useOneTimeCode } from "./use-one-time-code";
import { useSign } from "./use-sign";
import { useSignatureImages } from "./use-signature-images";
import { useViewed } from "./use-viewed";
import { useWindows } from "./use-windows";

interface SigningPageProps {
  page: Extract<LinkPage, { state: "signing" }>;
  u: string;
}

/** The document with the signer's boxes over it; beside it the signature, and the button that signs. */
export function SigningPage({ page, u }: SigningPageProps) {
  const words = useTranslations("signing");
  const { document, signer, boxes } = page;
  const pages = useRef<DocumentPagesHandle>(null);
  const { opened, open, close, isLost, preload } = useWindows();
  const [hasSigningPassword, setHasSigningPassword] = useState(page.hasSigningPassword);
  const types = useMemo(() => imageTypes(page), [page]);
  const { slots, adopt, adoptProposals } = useSignatureImages({
    place: page.isGuest ? `/sign/uuid/${u}/elements` : "/account/signature/elements", stored: page.images, name: signer.name, isWanted: types.length > 0,
  });
  const adopted = useMemo(() => ({ signature: slots.signature.kind === "stored", initial: slots.initial.kind === "stored" }), [slots]);
  const fields = useFields(document.uuid, boxes, adopted, pages);
  const code = useOneTimeCode(`/sign/uuid/${u}/code`);
  const onOver = useEnd();
  const signing = useSign({ u, fields: fieldInputs(fields.values), prepare: adoptProposals, onPasswordMade: () => setHasSigningPassword(true), onOver });
  useViewed(u);

  const startSigning = () => {
    if (!fields.check()) return;
    const unmade = types.find((type) => slots[type].kind === "none");
    if (unmade) return open(unmade);
    signing.clear();
    open("confirm");
    // Stored while the signer looks for the code; what fails here is tried again, and told, when they sign.
    void adoptProposals().catch(() => undefined);
    if (signer.proof === "code" && code.step !== "sent" && code.step !== "sent_before") void code.ask();
  };

  const { values, setValue, flagged, noteFocus } = fields;
  const fill = useMemo<Fill>(() => ({ signer, values, setValue, slots, openPad: open, flagged, noteFocus }), [signer, values, setValue, slots, open, flagged, noteFocus]);
  const renderLayer = useCallback((on: PageBox, scale: number) => <PageFields boxes={boxes.filter((box) => box.page === on.page)} scale={scale} />, [boxes]);
  const isFirstTime = types.some((type) => !adopted[type]) || (signer.proof === "password" && !hasSigningPassword);
  return (
    <div data-full-width>
      <SigningBar name={document.name} u={u} left={fields.blank.length} total={fields.total} onDecline={() => open("decline")} />
      <OfflineBanner isLost={isLost} />
      <FillProvider value={fill}>
        <div className="mx-auto grid max-w-360 gap-6 p-3 sm:px-6 sm:py-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-label={words("document.label")} className="min-w-0">
            <SenderWords sender={document.sender.name} text={signer.note} className="mb-4" />
            <DocumentPages ref={pages} source={{ kind: "link", u }} pages={document.pages} title={document.name} zoom="fit" renderLayer={renderLayer} />
          </section>
          <SigningPanel
            images={types.map((type) => ({ type, slot: slots[type] }))} onChange={open} blank={fields.blank.length} onNext={fields.goToNext}
            complaint={flagged.size > 0 ? words("panel.blank", { count: flagged.size }) : null} isFirstTime={isFirstTime} isGuest={page.isGuest} onSign={startSigning} onNearSign={preload}
          />
        </div>
      </FillProvider>
      <SigningWindows opened={opened} onClose={close} page={page} u={u} code={code} signing={signing} hasSigningPassword={hasSigningPassword} adopt={adopt} />
    </div>
  );
}

/** Which images the signer's boxes take. */
function imageTypes({ boxes }: SigningPageProps["page"]): SignatureType[] {
  return (["signature", "initial"] as const).filter((type) => boxes.some((box) => box.isMine && box.type === type));
}
