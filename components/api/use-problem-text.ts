import { useLocale, useTranslations } from "next-intl";
import { standardLanguage } from "@/lib/platform/locale/languages";
import type { ApiProblem, ProblemCode, ProblemViolation } from "./api-problem";

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

/** Codes for which the server's detail says more than a fixed message. */
const withDetail = new Set<ProblemCode>([
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

type Facts = Pick<ApiProblem, "code" | "detail" | "violations" | "retryAfterSeconds" | "attemptsLeft" | "requestId">;

/** Turns an error into text from the messages of "errors". A code without a message is described as an internal error. */
export function useProblemText(): (problem: Facts) => ProblemText {
  const [t, locale] = [useTranslations("errors"), useLocale()];
  const sayViolation = useViolationText();
  const wait = useWaitText();
  return (problem) => {
    const code = t.has(`codes.${problem.code}.title`) ? problem.code : "internal";
    const more = withDetail.has(code) ? details(problem) : [];
    if (problem.attemptsLeft !== null) more.push(t("attemptsLeft", { count: problem.attemptsLeft }));
    if (problem.retryAfterSeconds !== null) more.push(wait(problem.retryAfterSeconds));
    return {
      title: t(`codes.${code}.title`),
      body: t(`codes.${code}.body`),
      more,
      request: problem.requestId ? t("request", { id: problem.requestId }) : null,
    };
  };

  /** The API's texts are in English. Other languages describe invalid members by their codes; title and body cover the rest. */
  function details({ detail, violations }: Facts): string[] {
    if (locale !== standardLanguage)
      return [...new Set(violations.flatMap((violation) => sayViolation(violation) ?? []))];
    const said = violations.map((violation) => violation.detail);
    return [...new Set(said.length > 0 ? said : [detail])].filter(Boolean);
  }
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

/** Describes one invalid member with the messages of "errors", because the API's own texts are in English. A code without a message is described as invalid. */
export function useViolationText(): (violation: ProblemViolation | undefined) => string | undefined {
  const t = useTranslations("errors.members");
  return (violation) => {
    if (!violation) return undefined;
    const { code, bound = 0 } = violation;
    return t(t.has(code as "invalid") ? (code as "invalid") : "invalid", { bound });
  };
}
