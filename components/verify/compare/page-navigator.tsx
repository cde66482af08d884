import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import type { PageResult } from "./compare-page";
import type { PagePair } from "./pair-pages";
import { nearest, numberOf, type Outcome } from "./summarize";
import { useOutcomeWords } from "./use-outcome-words";

interface PageNavigatorProps {
  pairs: readonly PagePair[];
  outcomes: readonly Outcome[];
  results: ReadonlyMap<number, PageResult>;
  at: number;
  differing: readonly number[];
  onGo: (index: number) => void;
}

/** Turns pages one by one, from difference to difference, or to any page by its number. */
export function PageNavigator({ pairs, outcomes, results, at, differing, onGo }: PageNavigatorProps) {
  const words = useTranslations("verify.compare");
  const outcomeWords = useOutcomeWords();
  if (pairs.length < 2) return null;
  const label = (pair: PagePair, index: number): string => {
    const page = words(pair.now === null ? "pageGone" : "pageOf", { page: numberOf(pair), total: pairs.length });
    const outcome = outcomes[index] ?? "waiting";
    return outcome === "same" || outcome === "waiting"
      ? page
      : words("option", { page, result: outcomeWords(outcome, results.get(index)) });
  };
  const step = (target: number | null, name: string, icon: ReactNode) => (
    <IconButton
      size="signer"
      label={name}
      icon={icon}
      aria-disabled={target === null || undefined}
      onClick={() => {
        if (target !== null) onGo(target);
      }}
    />
  );
  return (
    <nav
      aria-label={words("page")}
      className="mx-auto flex w-full max-w-180 flex-wrap items-end justify-center gap-1 print:hidden"
    >
      {differing.length > 0 && step(nearest(differing, at, -1), words("previousDifference"), <ChevronsLeft />)}
      {step(at > 0 ? at - 1 : null, words("previous"), <ChevronLeft />)}
      <Select
        size="signer"
        label={words("page")}
        className="min-w-0 max-sm:order-first max-sm:basis-full sm:max-w-80 sm:flex-1"
        value={String(at)}
        onChange={(event) => onGo(Number(event.target.value))}
        options={pairs.map((pair, index) => ({ value: String(index), label: label(pair, index) }))}
      />
      {step(at < pairs.length - 1 ? at + 1 : null, words("next"), <ChevronRight />)}
      {differing.length > 0 && step(nearest(differing, at, 1), words("nextDifference"), <ChevronsRight />)}
    </nav>
  );
}
