"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { CodeStep, hasOwnMessageForCode, type Entering } from "@/components/signing/confirm/code-step";
import { useOneTimeCode } from "@/components/signing/confirm/use-one-time-code";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";

interface IdentifyStepProps {
  /** The operations that send and check the code. */
  sendPath: string;
  confirmPath: string;
  onIdentified: (answer: unknown) => void;
}

/** Sends a code on request, and identifies the signer by it. */
export function IdentifyStep({ sendPath, confirmPath, onIdentified }: IdentifyStepProps) {
  const t = useTranslations("signing.identify");
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
          {t("send")}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {entering.problem && !hasOwnMessageForCode(entering.problem) && <ProblemNotice problem={entering.problem} />}
      <CodeStep id={id} signing={entering} field={field} code={code} />
      <Button type="submit" form={id} variant="primary" size="signer" busy={entering.isBusy} className="w-full">
        {t("confirm")}
      </Button>
    </div>
  );
}

/** Checks the entered code, one call at a time. `isBusy` stays true after success until another page replaces this one. */
function useConfirmIdentity(path: string, onDone: (answer: unknown) => void): Entering {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const isRunning = useRef(false);

  const sign = useCallback(
    async ({ code }: { code: string }) => {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      setProblem(null);
      try {
        onDone(await callApi("POST", path, { json: { code } }));
        return null;
      } catch (error) {
        const refusal = asProblem(error);
        setProblem(refusal);
        setRetryAt(refusal.retryAfterSeconds === null ? null : Date.now() + refusal.retryAfterSeconds * 1000);
        setBusy(false);
        return refusal;
      } finally {
        isRunning.current = false;
      }
    },
    [path, onDone],
  );

  const clear = useCallback(() => setProblem(null), []);
  return { isBusy, problem, retryAt, sign, clear };
}
