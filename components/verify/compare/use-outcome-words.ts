import { useTranslations } from "next-intl";
import type { PageResult } from "./compare-page";
import type { Outcome } from "./summarize";

/** How a page came out, in a few words. */
export function useOutcomeWords(): (outcome: Outcome, result: PageResult | undefined) => string {
  const words = useTranslations("verify.compare.result");
  return (outcome, result) => {
    const count = result?.kind === "differs" ? result.places.length : 0;
    return outcome === "differs" || outcome === "expected" ? words(outcome, { count }) : words(outcome);
  };
}
