"use client";

import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import type { ApiProblem } from "@/components/api/api-problem";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Notice } from "@/components/ui/notice";
import { useTimeWords } from "@/components/ui/time";
import { CodeTrouble } from "./code-trouble";
import { clockOf, useSecondsUntil } from "./countdown";
import type { Entering, StepProps } from "./step-props";
import type { OneTimeCode } from "./use-one-time-code";
import { useUndelivered } from "./use-undelivered";

const codeLength = 6;
const ownWords = new Set<ApiProblem["code"]>(["code_wrong", "code_expired", "code_locked"]);

interface CodeStepProps extends Omit<StepProps, "signing"> {
  signing: Entering;
  code: OneTimeCode;
  isGuest?: boolean;
  /** The document, to hear whether the code could be delivered; left out, that is not asked. */
  fileUuid?: string;
}

export function hasOwnWordsForCode({ code }: ApiProblem): boolean {
  return ownWords.has(code);
}

/** The code that was sent: six digits submit themselves; how many tries are left; when another may be sent. */
export function CodeStep({ id, signing, field, code, isGuest = false, fileUuid }: CodeStepProps) {
  const words = useTranslations("signing.confirm");
  const [digits, setDigits] = useState("");
  const [isShort, setShort] = useState(false);
  const retryAt = later(code.resendAt, signing.problem?.code === "code_locked" ? signing.retryAt : null);
  const seconds = useSecondsUntil(retryAt);
  const refusal = useCodeError(signing.problem ?? code.problem, retryAt, seconds);
  const error = isShort ? words("codeShort") : refusal;
  const hint = useHint(code);
  const isUndelivered = useUndelivered(fileUuid, code.step === "sent" && code.sent ? code.sent.at : null);

  const startOver = () => {
    setDigits("");
    field.current?.focus();
  };
  const sign = async (complete: string) => {
    const problem = await signing.sign({ code: complete });
    if (problem && problem.code !== "connection_lost") startOver();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (digits.length === codeLength) return void sign(digits);
    setShort(true);
    field.current?.focus();
  };
  const enter = (next: string) => {
    setShort(false);
    setDigits(next);
  };
  const askAgain = () => {
    signing.clear();
    setShort(false);
    startOver();
    void code.ask();
  };
  return (
    <div className="flex flex-col gap-2">
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-2">
        <div className="@container relative flex flex-col">
          <CodeInput
            label={words("code")}
            hint={code.step === "failed" || isUndelivered || error ? undefined : hint}
            error={error}
            ref={field}
            readOnly={signing.isBusy}
            value={digits}
            onChange={enter}
            onComplete={(complete) => void sign(complete)}
          />
          <ResendButton isAsking={code.step === "sending"} seconds={seconds} onAsk={askAgain} />
        </div>
      </form>
      {isUndelivered && code.sent && (
        <Notice tone="danger" role="alert" title={words("undeliveredTitle")}>
          {words("undelivered", { to: code.sent.to })}
        </Notice>
      )}
      {code.problem && !hasOwnWordsForCode(code.problem) && (
        <CodeTrouble problem={code.problem} isGuest={isGuest} onMended={askAgain} />
      )}
    </div>
  );
}

function ResendButton({ isAsking, seconds, onAsk }: { isAsking: boolean; seconds: number | null; onAsk: () => void }) {
  const words = useTranslations("signing.confirm");
  const mustWait = seconds !== null && seconds > 0;
  return (
    <Button
      size="signer"
      variant="quiet"
      busy={isAsking}
      aria-disabled={mustWait}
      onClick={() => !mustWait && onAsk()}
      className="px-2! text-ui! @min-[20rem]:absolute @min-[20rem]:top-6.5 @min-[20rem]:end-0"
    >
      {mustWait ? words("resendIn", { time: clockOf(seconds) }) : words("resend")}
    </Button>
  );
}

/** Where to look for the code. */
function useHint({ step, sent }: OneTimeCode): string {
  const words = useTranslations("signing.confirm");
  if (step === "sending") return words("codeSending");
  if (step === "sent_before" || !sent) return words("codeSentBefore");
  return words("codeSent", { channel: sent.channel, to: sent.to });
}

/** The words below the field; a lock is counted down. */
function useCodeError(problem: ApiProblem | null, retryAt: number | null, seconds: number | null): string | undefined {
  const words = useTranslations("signing.confirm");
  const times = useTimeWords();
  if (!problem) return undefined;
  const fate = problem.violations.find(({ pointer }) => pointer === "/code")?.code;
  if (fate === "used" || fate === "replaced") return words(fate);
  if (problem.code === "code_wrong") return words("wrong", { left: problem.attemptsLeft ?? 0 });
  if (problem.code === "code_expired") return words("expired");
  if (problem.code !== "code_locked" || retryAt === null || !seconds) return undefined;
  return words("locked", { at: times.time(retryAt), time: clockOf(seconds) });
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
