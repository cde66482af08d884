"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ViolationCode } from "@/lib/platform/violation-codes";
import type { ApiProblem, ProblemCode, ProblemViolation } from "./call";

interface ProblemNoticeProps {
  problem: ApiProblem;
  onRetry?: (() => void) | undefined;
  className?: string | undefined;
}

/** An error for people: what happened, what was saved, the next step, and the request ID. */
export function ProblemNotice({ problem, onRetry, className }: ProblemNoticeProps) {
  const problemText = useProblemText();
  const shell = useTranslations("shell");
  const text = problemText(problem);
  return (
    <Notice
      tone="danger"
      role="alert"
      title={text.title}
      className={className}
      action={onRetry && <Button onClick={onRetry}>{shell("tryAgain")}</Button>}
    >
      <p>{text.body}</p>
      {text.more.map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
      {text.request && <p className="mt-2 text-caption wrap-anywhere text-muted">{text.request}</p>}
    </Notice>
  );
}

/** A refusal above the button, unless a field shows it. */
export function FormProblem({ problem, fields }: { problem: ApiProblem | null; fields: readonly string[] }) {
  if (!problem) return null;
  const isAtField =
    problem.violations.length > 0 && problem.violations.every(({ pointer }) => fields.includes(pointer));
  return isAtField ? null : <ProblemNotice problem={problem} />;
}

export interface ProblemText {
  /** The problem in one sentence. */
  title: string;
  /** Names what was saved and the next step. */
  body: string;
  /** Details of this occurrence: remaining tries, when to try again, invalid members. */
  more: string[];
  /** The request ID to quote to support; null if no answer came. */
  request: string | null;
}

/** Codes whose invalid members are listed below the message. */
const withMembers = new Set<ProblemCode>([
  "validation_failed",
  "pdf_invalid",
  "pdf_locked",
  "pdf_xfa",
  "image_invalid",
  "glyph_missing",
  "element_outside_page",
  "field_missing",
  "attachment_missing",
  "signers_missing",
]);

type Facts = Pick<ApiProblem, "code" | "violations" | "retryAfterSeconds" | "attemptsLeft" | "requestId"> &
  Partial<Pick<ApiProblem, "reason" | "bound">>;

/**
 * Turns an error into text from the messages of "errors": of its reason, or else of its code. A code without a message
 * is described as an internal error.
 */
export function useProblemText(): (problem: Facts) => ProblemText {
  const t = useTranslations("errors");
  const violationText = useViolationText();
  const wait = useWaitText();
  return (problem) => {
    const code = t.has(`codes.${problem.code}.title`) ? problem.code : "internal";
    const more = withMembers.has(code) || problem.violations.some(isInFile) ? details(problem) : [];
    const text =
      problem.reason && t.has(`reasons.${problem.reason}.title`)
        ? (`reasons.${problem.reason}` as const)
        : (`codes.${code}` as const);
    if (problem.attemptsLeft !== null) more.push(t("attemptsLeft", { count: problem.attemptsLeft }));
    if (problem.retryAfterSeconds !== null) more.push(wait(problem.retryAfterSeconds));
    return {
      title: t(`${text}.title`),
      body: t(`${text}.body`, { bound: problem.bound ?? 0 }),
      more,
      request: problem.requestId ? t("request", { id: problem.requestId }) : null,
    };
  };

  /** The invalid members, each described by its code, because the API's own texts are in English and for programmers. */
  function details({ violations }: Facts): string[] {
    const texts = violations.map((violation) => {
      const text = violationText(violation) ?? "";
      return isInFile(violation) ? t("inFile", { number: fileNumber(violation), text }) : text;
    });
    return [...new Set(texts)];
  }
}

/** Whether the violation is about a file of an envelope. */
function isInFile({ pointer }: ProblemViolation): boolean {
  return /^\/files\/\d/.test(pointer);
}

/** The place of the file in the envelope, from 1. */
function fileNumber({ pointer }: ProblemViolation): number {
  return Number(pointer.split("/")[2]) + 1;
}

/** "Try again in 16 seconds.", rounded up to minutes or hours for longer waits. */
export function useWaitText(): (seconds: number) => string {
  const t = useTranslations("errors");
  return (seconds) => {
    if (seconds < 90) return t("waitSeconds", { count: Math.ceil(seconds) });
    const minutes = Math.ceil(seconds / 60);
    return minutes < 90 ? t("waitMinutes", { count: minutes }) : t("waitHours", { count: Math.ceil(minutes / 60) });
  };
}

/**
 * Describes one invalid member with the messages of "errors", because the API's own texts are in English: by the code
 * of a violation, or of an error that names a member. An unknown code is described as invalid.
 */
export function useViolationText(): (violation: ProblemViolation | undefined) => string | undefined {
  const t = useTranslations("errors");
  return (violation) => {
    if (!violation) return undefined;
    const { bound } = violation;
    const code = violation.code as ViolationCode;
    if (bound === undefined && t.has(`unbounded.${code as "too_long"}`)) return t(`unbounded.${code as "too_long"}`);
    if (t.has(`members.${code}`)) return t(`members.${code}`, { bound: bound ?? 0 });
    const named = `codes.${violation.code as ProblemCode}.title` as const;
    return t.has(named) ? `${t(named)}.` : t("members.invalid");
  };
}
