"use client";

import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import type { SignatureRecord } from "@/components/verify/result/verification";
import type { PageResult } from "./compare-page";
import { PagePairView, useOutcomeText } from "./page-pair-view";
import {
  mostPages,
  nearest,
  numberOf,
  outcomeOf,
  summarize,
  useComparison,
  type Comparison,
  type Outcome,
  type Summary,
} from "./use-comparison";
import type { PagePair } from "./versions";

interface PageComparisonProps {
  file: File;
  /** Length in bytes of what the signature covers. */
  end: number;
  /** Pages named in the report. */
  suspects: readonly number[];
  versionName: string;
  all: readonly SignatureRecord[];
  /** All later revisions are permitted, so a difference in any field is expected. */
  isPermitted: boolean;
  onAgain: () => void;
  /** Called when every page was compared without an unexpected difference; null if not needed. */
  onNothingFound: (() => void) | null;
}

/** One signed version beside the current file, page by page. */
export function PageComparison({
  file,
  end,
  suspects,
  versionName,
  all,
  isPermitted,
  onAgain,
  onNothingFound,
}: PageComparisonProps) {
  const t = useTranslations("verify.compare");
  const [isStopped, setStopped] = useState(false);
  const comparison = useComparison({ file, end, suspects, isStopped });
  if (comparison.state === "opening")
    return (
      <p role="status" className="mx-auto mt-4 max-w-180 text-ui text-muted">
        {t("opening")}
      </p>
    );
  if (comparison.state === "failed")
    return (
      <Notice tone="info" role="status" className="mx-auto mt-4 max-w-180">
        {t(`failed.${comparison.version}`)}
      </Notice>
    );
  return (
    <OpenComparison
      comparison={comparison}
      {...{ versionName, all, isPermitted, isStopped, onAgain, onNothingFound }}
      onStop={() => setStopped(true)}
    />
  );
}

interface OpenComparisonProps extends Omit<PageComparisonProps, "file" | "end" | "suspects"> {
  comparison: Extract<Comparison, { state: "open" }>;
  isStopped: boolean;
  onStop: () => void;
}

function OpenComparison({
  comparison,
  versionName,
  all,
  isPermitted,
  isStopped,
  onAgain,
  onNothingFound,
  onStop,
}: OpenComparisonProps) {
  const t = useTranslations("verify.compare");
  const { versions, pairs, results, isRunning } = comparison;
  const [chosen, setChosen] = useState<number | null>(null);
  const good = new Set(all.filter(({ verdict }) => verdict.startsWith("intact")).map(({ field }) => field));
  const outcomes = pairs.map((_pair, index) =>
    outcomeOf(results.get(index), (field) => isPermitted || good.has(field)),
  );
  const summary = summarize(outcomes);
  const isClean = !isRunning && !isStopped && chosen === null && summary.done > 0 && summary.differing.length === 0;
  useEffect(() => {
    if (isClean) onNothingFound?.();
  }, [isClean, onNothingFound]);
  // Shows the first differing page until the user turns pages.
  const at = chosen ?? summary.differing[0] ?? summary.expected[0] ?? 0;
  const pair = pairs[at];
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="mx-auto flex w-full max-w-180 flex-col gap-4">
        {isRunning && (
          <div className="flex items-end gap-4">
            <Progress
              className="flex-1"
              label={t("progress")}
              value={summary.done}
              max={pairs.length}
              text={t("progressText", { done: summary.done, total: pairs.length })}
            />
            <Button onClick={onStop}>{t("stop")}</Button>
          </div>
        )}
        {isStopped && summary.done < pairs.length && (
          <p className="flex flex-wrap items-center gap-3 text-ui text-muted">
            {t("stopped", { done: summary.done, total: pairs.length })}
            <Button onClick={onAgain}>{t("again")}</Button>
          </p>
        )}
        <ComparisonSummary pairs={pairs} summary={summary} isRunning={isRunning} onGo={setChosen} at={at} />
      </div>
      <PageNavigator
        pairs={pairs}
        outcomes={outcomes}
        results={results}
        at={at}
        differing={[...summary.differing, ...summary.expected].sort((a, b) => a - b)}
        onGo={setChosen}
      />
      {pair && (
        <PagePairView
          key={at}
          versions={versions}
          pair={pair}
          result={results.get(at)}
          outcome={outcomes[at] ?? "waiting"}
          total={versions.now.numPages}
          versionName={versionName}
          all={all}
        />
      )}
    </div>
  );
}

interface PageNavigatorProps {
  pairs: readonly PagePair[];
  outcomes: readonly Outcome[];
  results: ReadonlyMap<number, PageResult>;
  at: number;
  differing: readonly number[];
  onGo: (index: number) => void;
}

/** Turns pages one by one, between differences, or to a page by number. */
function PageNavigator({ pairs, outcomes, results, at, differing, onGo }: PageNavigatorProps) {
  const t = useTranslations("verify.compare");
  const outcomeText = useOutcomeText();
  if (pairs.length < 2) return null;
  const label = (pair: PagePair, index: number): string => {
    const page = t(pair.now === null ? "pageGone" : "pageOf", { page: numberOf(pair), total: pairs.length });
    const outcome = outcomes[index] ?? "waiting";
    return outcome === "same" || outcome === "waiting"
      ? page
      : t("option", { page, result: outcomeText(outcome, results.get(index)) });
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
      aria-label={t("page")}
      className="mx-auto flex w-full max-w-180 flex-wrap items-end justify-center gap-1 print:hidden"
    >
      {differing.length > 0 && step(nearest(differing, at, -1), t("previousDifference"), <ChevronsLeft />)}
      {step(at > 0 ? at - 1 : null, t("previous"), <ChevronLeft />)}
      <Select
        size="signer"
        label={t("page")}
        className="min-w-0 max-sm:order-first max-sm:basis-full sm:max-w-80 sm:flex-1"
        value={String(at)}
        onChange={(event) => onGo(Number(event.target.value))}
        options={pairs.map((pair, index) => ({ value: String(index), label: label(pair, index) }))}
      />
      {step(at < pairs.length - 1 ? at + 1 : null, t("next"), <ChevronRight />)}
      {differing.length > 0 && step(nearest(differing, at, 1), t("nextDifference"), <ChevronsRight />)}
    </nav>
  );
}

/** Limit of page numbers in a sentence or a row of buttons. */
const mostNamed = 12;

interface ComparisonSummaryProps {
  pairs: readonly PagePair[];
  summary: Summary;
  isRunning: boolean;
  at: number;
  onGo: (index: number) => void;
}

/** The comparison's result, announced when done, and the pages to look at. */
function ComparisonSummary({ pairs, summary, isRunning, at, onGo }: ComparisonSummaryProps) {
  const t = useTranslations("verify.compare");
  const { done, differing, expected, undrawn } = summary;
  const pagesOf = (indexes: readonly number[]): string => {
    const named = indexes
      .slice(0, mostNamed)
      .map((index) => numberOf(pairs[index]))
      .join(", ");
    const pages = t("pageList", { count: indexes.length, pages: named });
    return indexes.length > mostNamed ? t("more", { pages, count: indexes.length - mostNamed }) : pages;
  };
  const isClean = differing.length === 0 && expected.length === 0;
  const isDone = !isRunning && done > 0;
  // Never a green mark: under a bad verdict it would seem to revoke it.
  const [Icon, look] =
    differing.length > 0 ? ([TriangleAlert, "text-danger"] as const) : ([Info, "text-info"] as const);
  return (
    <div role="status" className="flex flex-col gap-2 text-ui">
      {(isDone || !isClean) && (
        <div className="flex gap-2.5">
          <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", look)} />
          <div className="flex min-w-0 flex-col gap-1 font-medium wrap-anywhere">
            {differing.length > 0 && (
              <p>{t("summaryDiffers", { pages: pagesOf(differing), count: differing.length })}</p>
            )}
            {expected.length > 0 && <p>{t("summaryExpected", { pages: pagesOf(expected), count: expected.length })}</p>}
            {isClean && undrawn < done && <p>{t("summarySame", { total: done - undrawn })}</p>}
          </div>
        </div>
      )}
      {isDone && undrawn > 0 && <p className="text-muted">{t("undrawn", { count: undrawn })}</p>}
      {pairs.length > mostPages && <p className="text-muted">{t("tooMany", { count: mostPages })}</p>}
      {isDone && isClean && <p className="text-muted">{t("looks")}</p>}
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
  const t = useTranslations("verify.compare");
  if (indexes.length < 2) return null;
  return (
    <ul aria-label={t("differing")} className="flex flex-wrap gap-1.5 print:hidden">
      {indexes.slice(0, mostNamed).map((index) => (
        <li key={index}>
          <button
            type="button"
            onClick={() => onGo(index)}
            aria-current={index === at || undefined}
            aria-label={t("pageList", { count: 1, pages: String(numberOf(pairs[index])) })}
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
