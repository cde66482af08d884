"use client";

import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { IdentifyStep } from "@/components/signing/identify/identify-step";
import { LogInForm } from "@/components/signing/identify/log-in-form";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Sheet } from "@/components/ui/sheet";
import { isolate } from "@/lib/locale/isolate";
import type { LinkPage } from "@/lib/signing/schema";
import { CodeStep, hasOwnWordsForCode } from "./code-step";
import { LostNotice } from "./lost-notice";
import { hasOwnWordsForPassword, PasswordStep } from "./password-step";
import { SealingWords } from "./sealing-words";
import { useIsLow } from "./use-is-low";
import { useLostAnswer, type LostAnswer } from "./use-lost-answer";
import type { OneTimeCode } from "./use-one-time-code";
import type { Signing } from "./use-sign";

export interface ConfirmSheetProps {
  open: boolean;
  onClose: () => void;
  page: Extract<LinkPage, { state: "signing" }>;
  u: string;
  code: OneTimeCode;
  signing: Signing;
  hasSigningPassword: boolean;
  /** Signed, or ended: the page is to be read again. */
  onOver: () => void;
  /** Where the focus goes when the sheet closes; null: back to where it came from. */
  finalFocus: { readonly current: HTMLElement | null };
}

/** The last step: what is signed, as whom, by which method, what it means; then the code or the signing password. */
export function ConfirmSheet({
  open,
  onClose,
  page,
  u,
  code,
  signing,
  hasSigningPassword,
  onOver,
  finalFocus,
}: ConfirmSheetProps) {
  const words = useTranslations("signing.confirm");
  const session = useTranslations("signing.session");
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isLow = useIsLow();
  // Here, and not where it is shown: it is asked also while the sheet is closed.
  const lost = useLostAnswer(u, signing.lostAt, onOver);
  const { signer, document } = page;
  const problem = signing.problem ?? code.problem;
  const isLoggedOut = problem?.code === "unauthenticated";
  const goOn = () => {
    signing.clear();
    if (signer.proof === "code" && code.step !== "sent") void code.ask();
  };
  const asWhom = words(signer.proof === "code" ? "asWhomCode" : "asWhomPassword", {
    name: isolate(signer.name),
    email: signer.email,
    method: signer.method,
  });
  const close = (next: boolean) => {
    if (!next && !signing.isBusy) onClose();
  };
  if (isLoggedOut) {
    return (
      <Sheet
        open={open}
        onOpenChange={close}
        tall={isLow}
        title={session(page.isGuest ? "headingGuest" : "heading")}
        description={session(page.isGuest ? "bodyGuest" : "body")}
      >
        {page.isGuest ? (
          <IdentifyStep
            sendPath={`/sign/uuid/${u}/identify`}
            confirmPath={`/sign/uuid/${u}/identify/confirm`}
            onIdentified={goOn}
          />
        ) : (
          <LogInForm email={signer.email} onLoggedIn={goOn} />
        )}
      </Sheet>
    );
  }
  const footer = (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      size="signer"
      busy={signing.isBusy}
      className="w-full sm:w-auto"
    >
      {words("sign")}
    </Button>
  );
  const steps = { id: formId, signing, field };
  return (
    <Sheet
      open={open}
      onOpenChange={close}
      tall={isLow}
      title={words("heading", { name: isolate(document.name) })}
      description={asWhom}
      footer={footer}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <Refusal signing={signing} proof={signer.proof} lost={lost} />
      {signer.proof === "code" ? (
        <CodeStep {...steps} code={code} isGuest={page.isGuest} fileUuid={document.uuid} />
      ) : (
        <PasswordStep {...steps} isNew={!hasSigningPassword} />
      )}
      <p lang={words("consentLanguage")} className="mt-3 text-caption text-muted">
        {words("consent")}
      </p>
      <SealingWords isBusy={signing.isBusy} />
    </Sheet>
  );
}

/** What the step itself has no words for. */
function Refusal({ signing, proof, lost }: { signing: Signing; proof: "code" | "password"; lost: LostAnswer | null }) {
  const { problem, again } = signing;
  if (!problem) return null;
  if (lost !== null) return <LostNotice known={lost} onRetry={() => void again()} />;
  const hasOwnWords = proof === "code" ? hasOwnWordsForCode(problem) : hasOwnWordsForPassword(problem);
  return hasOwnWords ? null : <ProblemNotice problem={problem} onRetry={() => void again()} className="mb-4" />;
}
