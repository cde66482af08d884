import { useLocale, useTranslations } from "next-intl";
import { standardLanguage } from "@/lib/locale/languages";
import type { ApiProblem, ProblemCode } from "./api-problem";
import { useViolationWords } from "./use-violation-words";

export interface ProblemWords {
  /** What happened. */
  title: string;
  /** What was kept, and what to do. */
  body: string;
  /** What this time adds: tries left, when to try again, the members that are wrong. */
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
export function useProblemWords(): (problem: Facts) => ProblemWords {
  const [words, locale] = [useTranslations("errors"), useLocale()];
  const sayViolation = useViolationWords();
  return (problem) => {
    const code = words.has(`codes.${problem.code}.title`) ? problem.code : "internal";
    const more = withDetail.has(code) ? details(problem) : [];
    if (problem.attemptsLeft !== null) more.push(words("attemptsLeft", { count: problem.attemptsLeft }));
    if (problem.retryAfterSeconds !== null) more.push(wait(problem.retryAfterSeconds));
    return {
      title: words(`codes.${code}.title`),
      body: words(`codes.${code}.body`),
      more,
      request: problem.requestId ? words("request", { id: problem.requestId }) : null,
    };
  };

  /** The API speaks English. In other languages the members that are wrong are said by their codes, and the rest is in the title and the body. */
  function details({ detail, violations }: Facts): string[] {
    if (locale !== standardLanguage)
      return [...new Set(violations.flatMap((violation) => sayViolation(violation) ?? []))];
    const said = violations.map((violation) => violation.detail);
    return [...new Set(said.length > 0 ? said : [detail])].filter(Boolean);
  }

  function wait(seconds: number): string {
    if (seconds < 90) return words("waitSeconds", { count: Math.ceil(seconds) });
    const minutes = Math.ceil(seconds / 60);
    return minutes < 90
      ? words("waitMinutes", { count: minutes })
      : words("waitHours", { count: Math.ceil(minutes / 60) });
  }
}
