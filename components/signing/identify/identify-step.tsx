"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { CodeStep, hasOwnWordsForCode } from "@/components/signing/confirm/code-step";
import { useOneTimeCode } from "@/components/signing/confirm/use-one-time-code";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { useConfirmIdentity } from "./use-confirm-identity";

interface IdentifyStepProps {
  /** The operations that send the code and take it. */
  sendPath: string;
  confirmPath: string;
  onIdentified: (answer: unknown) => void;
}

/** A code is sent when the signer asks for it; entered right, it shows who they are. */
export function IdentifyStep({ sendPath, confirmPath, onIdentified }: IdentifyStepProps) {
  const words = useTranslations("signing.identify");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const code = useOneTimeCode(sendPath);
  const entering = useConfirmIdentity(confirmPath, onIdentified);
  const isAsked = code.step === "sent" || code.step === "sent_before" || code.resendAt !== null;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

  if (!isAsked) {
    return (
      <div className="flex flex-col gap-4">
        {code.problem && <ProblemNotice problem={code.problem} />}
        <Button
          variant="primary"
          size="signer"
          busy={code.step === "sending"}
          onClick={() => void code.ask()}
          className="w-full"
        >
          {words("send")}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {entering.problem && !hasOwnWordsForCode(entering.problem) && <ProblemNotice problem={entering.problem} />}
      <CodeStep id={id} signing={entering} field={field} code={code} />
      <Button type="submit" form={id} variant="primary" size="signer" busy={entering.isBusy} className="w-full">
        {words("confirm")}
      </Button>
    </div>
  );
}
