import { clsx } from "clsx";
import { Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PagePair } from "./pair-pages";
import { numberOf, type Summary } from "./summarize";
import { mostPages } from "./use-comparison";

/** Page numbers that a sentence or a row of buttons holds. */
const mostNamed = 12;

interface ComparisonSummaryProps {
  pairs: readonly PagePair[];
  summary: Summary;
  isRunning: boolean;
  at: number;
  onGo: (index: number) => void;
}

/** What the comparison came to, in a sentence that is read out when it is done, and the pages to look at. */
export function ComparisonSummary({ pairs, summary, isRunning, at, onGo }: ComparisonSummaryProps) {
  const words = useTranslations("verify.compare");
  const { done, differing, expected, undrawn } = summary;
  const pagesOf = (indexes: readonly number[]): string => {
    const named = indexes
      .slice(0, mostNamed)
      .map((index) => numberOf(pairs[index]))
      .join(", ");
    const pages = words("pageList", { count: indexes.length, pages: named });
    return indexes.length > mostNamed ? words("more", { pages, count: indexes.length - mostNamed }) : pages;
  };
  const isClean = differing.length === 0 && expected.length === 0;
  const isDone = !isRunning && done > 0;
  // Never a green mark: under a bad verdict it would seem to take it back.
  const [Icon, look] =
    differing.length > 0 ? ([TriangleAlert, "text-danger"] as const) : ([Info, "text-info"] as const);
  return (
    <div role="status" className="flex flex-col gap-2 text-ui">
      {(isDone || !isClean) && (
        <div className="flex gap-2.5">
          <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", look)} />
          <div className="flex min-w-0 flex-col gap-1 font-medium wrap-anywhere">
            {differing.length > 0 && (
              <p>{words("summaryDiffers", { pages: pagesOf(differing), count: differing.length })}</p>
            )}
            {expected.length > 0 && (
              <p>{words("summaryExpected", { pages: pagesOf(expected), count: expected.length })}</p>
            )}
            {isClean && undrawn < done && <p>{words("summarySame", { total: done - undrawn })}</p>}
          </div>
        </div>
      )}
      {isDone && undrawn > 0 && <p className="text-muted">{words("undrawn", { count: undrawn })}</p>}
      {pairs.length > mostPages && <p className="text-muted">{words("tooMany", { count: mostPages })}</p>}
      {isDone && isClean && <p className="text-muted">{words("looks")}</p>}
      <GoTo pairs={pairs} indexes={differing} at={at} onGo={onGo} />
    </div>
  );
}

function GoTo({
  pairs,
  indexes,
  at,
  onGo,
}: Pick<ComparisonSummaryProps, "pairs" | "at" | "onGo"> & { indexes: readonly number[] }) {
  const words = useTranslations("verify.compare");
  if (indexes.length < 2) return null;
  return (
    <ul aria-label={words("differing")} className="flex flex-wrap gap-1.5 print:hidden">
      {indexes.slice(0, mostNamed).map((index) => (
        <li key={index}>
          <button
            type="button"
            onClick={() => onGo(index)}
            aria-current={index === at || undefined}
            aria-label={words("pageList", { count: 1, pages: String(numberOf(pairs[index])) })}
            className={clsx(
              "h-9 min-w-9 rounded-control border px-2 font-medium tabular-nums pointer-coarse:h-11 pointer-coarse:min-w-11",
              index === at
                ? "border-primary bg-primary-tint text-on-primary-tint"
                : "border-control bg-surface hover:bg-canvas",
            )}
          >
            {numberOf(pairs[index])}
          </button>
        </li>
      ))}
    </ul>
  );
}
