"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, type FormEvent } from "react";
import type { z } from "zod";
import { TelegramLinker } from "@/components/account/telegram-linker";
import { callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useWaitText } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { CodeInput } from "@/components/ui/secret-inputs";
import type { progressAnswer } from "@/lib/views/schema";
import type { Entering, OneTimeCode, Signing } from "./use-sign";

/** Common props of the confirm sheet's steps. */
export interface StepProps {
  /** The form's ID; its button is below it. */
  id: string;
  signing: Signing;
  field: { current: HTMLInputElement | null };
}

const codeLength = 6;
const codesWithMessage = new Set<ApiProblem["code"]>(["code_wrong", "code_expired", "code_locked"]);

interface CodeStepProps extends Omit<StepProps, "signing"> {
  signing: Entering;
  code: OneTimeCode;
  isGuest?: boolean;
  /** The document, to ask whether the code was delivered; if omitted, delivery is not checked. */
  fileUuid?: string;
}

export function hasOwnMessageForCode({ code }: ApiProblem): boolean {
  return codesWithMessage.has(code);
}

/** Entry of a sent code: six digits submit themselves. Shows the tries left and when another code may be sent. */
export function CodeStep({ id, signing, field, code, isGuest = false, fileUuid }: CodeStepProps) {
  const t = useTranslations("signing.confirm");
  const [digits, setDigits] = useState("");
  const [isShort, setShort] = useState(false);
  const retryAt = later(code.resendAt, signing.problem?.code === "code_locked" ? signing.retryAt : null);
  const seconds = useSecondsUntil(retryAt);
  const refusal = useCodeError(signing.problem ?? code.problem, retryAt, seconds);
  const error = isShort ? t("codeShort") : refusal;
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
            label={t("code")}
            hint={code.step === "failed" || isUndelivered || error ? undefined : hint}
            error={error}
            ref={field}
            readOnly={signing.isBusy}
            value={digits}
            onChange={enter}
            onComplete={(complete) => void sign(complete)}
          />
          {signing.problem?.reason !== "signer_locked" && (
            <ResendButton isAsking={code.step === "sending"} seconds={seconds} onAsk={askAgain} />
          )}
        </div>
      </form>
      {isUndelivered && code.sent && (
        <Notice tone="danger" role="alert" title={t("undeliveredTitle")}>
          {t("undelivered", { to: code.sent.to })}
        </Notice>
      )}
      {code.problem && !hasOwnMessageForCode(code.problem) && (
        <CodeTrouble problem={code.problem} isGuest={isGuest} onMended={askAgain} />
      )}
    </div>
  );
}

function ResendButton({ isAsking, seconds, onAsk }: { isAsking: boolean; seconds: number | null; onAsk: () => void }) {
  const t = useTranslations("signing.confirm");
  const mustWait = seconds !== null && seconds > 0;
  return (
    <Button
      size="signer"
      variant="quiet"
      busy={isAsking}
      aria-disabled={mustWait}
      onClick={() => !mustWait && onAsk()}
      className="-ms-2 self-start px-2! text-ui! @min-[20rem]:absolute @min-[20rem]:top-6.5 @min-[20rem]:end-0"
    >
      {mustWait ? t("resendIn", { time: clockOf(seconds) }) : t("resend")}
    </Button>
  );
}

/** Tells the signer where to find the code. */
function useHint({ step, sent }: OneTimeCode): string {
  const t = useTranslations("signing.confirm");
  const { codeMinutes } = usePageLimits();
  if (step === "sending") return t("codeSending");
  if (step === "sent_before" || !sent) return t("codeSentBefore");
  return t("codeSent", { channel: sent.channel, to: sent.to, minutes: codeMinutes });
}

/** The message below the field. A lock is counted down. */
function useCodeError(problem: ApiProblem | null, retryAt: number | null, seconds: number | null): string | undefined {
  const t = useTranslations("signing.confirm");
  const wait = useWaitText();
  if (!problem) return undefined;
  const fate = problem.violations.find(({ pointer }) => pointer === "/code")?.code;
  if (fate === "used" || fate === "replaced") return t(fate);
  if (problem.code === "code_wrong") return t("wrong", { left: problem.attemptsLeft ?? 0 });
  if (problem.reason === "signer_locked") return t("lockedForGood");
  if (problem.reason === "code_destination_changed") return t("destinationChanged");
  if (problem.code === "code_expired") return t("expired");
  if (problem.code !== "code_locked" || retryAt === null || !seconds) return undefined;
  return t("locked", { wait: wait(seconds) });
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** A gateway refuses within seconds; the last check covers a retried delivery. */
const looksMs = [4_000, 10_000, 25_000];

/**
 * Whether the sent code could not be delivered. `sending` differs for each code sent; null while none is being sent.
 */
function useUndelivered(fileUuid: string | undefined, sending: number | null): boolean {
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    if (fileUuid === undefined || sending === null) return;
    const look = () => void isFailed(fileUuid).then((isSo) => isSo && setFailed(sending));
    const timers = looksMs.map((delay) => window.setTimeout(look, delay));
    return () => timers.forEach((timer) => window.clearTimeout(timer));
  }, [fileUuid, sending]);
  return sending !== null && failed === sending;
}

/** Also false if no answer comes, because the signer will notice a missing code. */
async function isFailed(fileUuid: string): Promise<boolean> {
  return callApi<z.infer<typeof progressAnswer>>("GET", `/file/${fileUuid}/progress`).then(
    ({ signers }) => signers.some(({ codeFailed }) => codeFailed),
    () => false,
  );
}

interface CodeTroubleProps {
  problem: ApiProblem;
  isGuest: boolean;
  /** Requests a code again. */
  onMended: () => void;
}

/** Problems that may be temporary; other refusals would repeat. */
const passing = new Set<ApiProblem["code"]>(["connection_lost", "unavailable", "internal"]);

/** Explains why no code was sent, and what the signer can do about it. */
function CodeTrouble({ problem, isGuest, onMended }: CodeTroubleProps) {
  const t = useTranslations("signing.trouble");
  switch (problem.code) {
    case "phone_missing":
      return (
        <Notice tone="warning" role="alert" title={t("phoneTitle")}>
          {isGuest
            ? t("phoneGuest")
            : t.rich("phone", {
                account: (text) => (
                  <a href="/account/signing" target="_blank" rel="noreferrer">
                    {text}
                  </a>
                ),
              })}
        </Notice>
      );
    case "chat_missing":
      return (
        <Notice
          tone="info"
          role="alert"
          title={t("chatTitle")}
          action={!isGuest && <TelegramLinker linkedAt={null} size="signer" onLinked={onMended} />}
        >
          {t(isGuest ? "chatGuest" : "chat")}
        </Notice>
      );
    case "gateway_unavailable":
      return (
        <Notice tone="warning" role="alert" title={t("gatewayTitle")}>
          {t("gateway")}
        </Notice>
      );
    default:
      return <ProblemNotice problem={problem} {...(passing.has(problem.code) ? { onRetry: onMended } : {})} />;
  }
}

/**
 * Seconds until `at` (milliseconds since 1970), counted down once a second. 0 when it has passed, null if there is
 * nothing to wait for.
 */
export function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    const look = () => setNow(Date.now());
    // The stored time may be that of the page load, minutes before a wait begins.
    const first = window.setTimeout(look, 0);
    const timer = window.setInterval(look, 500);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(timer);
    };
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** "0:42", "14:05", "1:02:03". */
export function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
