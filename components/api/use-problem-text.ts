import { useLocale, useTranslations } from "next-intl";
import { standardLanguage } from "@/lib/platform/locale/languages";
import type { ApiProblem, ProblemCode, ProblemViolation } from "./api-problem";

export interface ProblemText {
  /** The problem in one sentence. */
  title: string;
  /** What was saved, and the next step. */
  body: string;
  /** Details of this occurrence: tries left, when to try again, the members that are wrong. */
  more: string[];
  /** The id to ask about; null when no answer came. */
  request: string | null;
}

/** Codes whose detail from the server says more than words written beforehand can. */
const withDetail = new Set<ProblemCode>([
  "validation_failed",
  "pdf_invalid",
  "pdf_locked",
  "image_invalid",
  "glyph_missing",
  "element_outside_page",
  "field_missing",
  "signers_missing",
]);

type Facts = Pick<ApiProblem, "code" | "detail" | "violations" | "retryAfterSeconds" | "attemptsLeft" | "requestId">;

/** Turns a refusal into plain words of the area "errors". A code that the catalogue lacks is said like a defect of ours. */
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

  /** The API speaks English. In other languages the members that are wrong are said by their codes, and the rest is in the title and the body. */
  function details({ detail, violations }: Facts): string[] {
    if (locale !== standardLanguage)
      return [...new Set(violations.flatMap((violation) => sayViolation(violation) ?? []))];
    const said = violations.map((violation) => violation.detail);
    return [...new Set(said.length > 0 ? said : [detail])].filter(Boolean);
  }
}

/** "Try again in 16 seconds.", rounded up to minutes and hours where it takes longer. */
export function useWaitText(): (seconds: number) => string {
  const t = useTranslations("errors");
  return (seconds) => {
    if (seconds < 90) return t("waitSeconds", { count: Math.ceil(seconds) });
    const minutes = Math.ceil(seconds / 60);
    return minutes < 90 ? t("waitMinutes", { count: minutes }) : t("waitHours", { count: Math.ceil(minutes / 60) });
  };
}

/** Says what is wrong with one member, in the words of the area "errors"; the answer's own are English. A code that the catalogue lacks is just wrong. */
export function useViolationText(): (violation: ProblemViolation | undefined) => string | undefined {
  const t = useTranslations("errors.members");
  return (violation) => {
    if (!violation) return undefined;
    const { code, bound = 0 } = violation;
    return t(t.has(code as "invalid") ? (code as "invalid") : "invalid", { bound });
  };
}
