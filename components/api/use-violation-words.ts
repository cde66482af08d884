import { useTranslations } from "next-intl";
import type { ProblemViolation } from "./api-problem";

/** Says what is wrong with one member, in the words of the area "errors"; the answer's own are English. A code that the catalogue lacks is just wrong. */
export function useViolationWords(): (violation: ProblemViolation | undefined) => string | undefined {
  const words = useTranslations("errors.members");
  return (violation) => {
    if (!violation) return undefined;
    const { code, bound = 0 } = violation;
    return words(words.has(code as "invalid") ? (code as "invalid") : "invalid", { bound });
  };
}
