"use client";

import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Sheet } from "@/components/ui/sheet";
import type { LinkPage } from "@/lib/signing/schema";
import { CodeStep, hasOwnWordsForCode } from "./code-step";
import { IdentifyStep } from "./identify-step";
import { LogInForm } from "./log-in-form";
import { LostNotice } from "./lost-notice";
import { hasOwnWordsForPassword, PasswordStep } from "./password-step";
import { SealingWords } from "./sealing-words";
import { useIsLow } from "./use-is-low";
import type { OneTimeCode } from "./use-one-time-code";
import type { Signing } from "./use-sign";

interface ConfirmSheetProps {
  open: boolean;
  onClose: () => void;
  page: Extract<LinkPage, { state: "signing" }>;
  u: string;
  code: OneTimeCode;
  signing: Signing;
  hasSigningPassword: boolean;
}

/** The last step: what is signed, as whom, by which method, what it means; then the code or the signing password. */
export function ConfirmSheet({ open, onClose, page, u, code, signing, hasSigningPassword }: ConfirmSheetProps) {
  const words = useTranslations("signing.confirm");
  const session = useTranslations("signing.session");
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isLow = useIsLow();
  const { signer, document } = page;
  // Two fifths of a phone hold the form, and no more: with something to say about it the sheet grows.
  const problem = signing.problem ?? code.problem;
  const isLoggedOut = problem?.code === "unauthenticated";
  const goOn = () => {
    signing.clear();
    if (signer.proof === "code" && code.step !== "sent") void code.ask();
  };
  const asWhom = words(signer.proof === "code" ? "asWhomCode" : "asWhomPassword", { name: signer.name, email: signer.email, method: signer.method });
  const close = (next: boolean) => {
    if (!next && !signing.isBusy) onClose();
  };
  if (isLoggedOut) {
    return (
      <Sheet open={open} onOpenChange={close} tall title={session(page.isGuest ? "headingGuest" : "heading")} description={session(page.isGuest ? "bodyGuest" : "body")}>
        {page.isGuest ? <IdentifyStep sendPath={`/sign/uuid/${u}/identify`} confirmPath={`/sign/uuid/${u}/identify/confirm`} onIdentified={goOn} /> : <LogInForm email={signer.email} onLoggedIn={goOn} />}
      </Sheet>
    );
  }
  const footer = <Button type="submit" form={formId} variant="primary" size="signer" busy={signing.isBusy} className="w-full sm:w-auto">{words("sign")}</Button>;
  const steps = { id: formId, signing, field };
  return (
    <Sheet open={open} onOpenChange={close} tall={isLow || problem !== null} title={words("heading", { name: document.name })} description={asWhom} footer={footer} initialFocus={field}>
      <Refusal signing={signing} proof={signer.proof} />
      {signer.proof === "code" ? <CodeStep {...steps} code={code} isGuest={page.isGuest} fileUuid={document.uuid} /> : <PasswordStep {...steps} isNew={!hasSigningPassword} />}
      <p className="mt-3 text-caption text-muted">{words("consent")}</p>
      <SealingWords isBusy={signing.isBusy} />
    </Sheet>
  );
}

/** What the step itself has no words for. */
function Refusal({ signing, proof }: { signing: Signing; proof: "code" | "password" }) {
  const { problem, again } = signing;
  if (!problem) return null;
  if (problem.code === "connection_lost") return <LostNotice onRetry={() => void again()} />;
  const hasOwnWords = proof === "code" ? hasOwnWordsForCode(problem) : hasOwnWordsForPassword(problem);
  return hasOwnWords ? null : <ProblemNotice problem={problem} onRetry={() => void again()} className="mb-4" />;
}
