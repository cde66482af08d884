"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import type { SignatureRecord } from "../verification";
import { ComparisonSummary } from "./comparison-summary";
import { PageNavigator } from "./page-navigator";
import { PagePairView } from "./page-pair-view";
import { outcomeOf, summarize } from "./summarize";
import { useComparison, type Comparison } from "./use-comparison";

interface PageComparisonProps {
  file: File;
  /** Bytes of the file that the signature covers. */
  end: number;
  /** Pages that the report names. */
  suspects: readonly number[];
  versionName: string;
  all: readonly SignatureRecord[];
  /** Everything that came later is permitted, so a difference in any field is. */
  isPermitted: boolean;
  onAgain: () => void;
  /** Every page was compared, and none differs in what should not; null when nobody waits for it. */
  onNothingFound: (() => void) | null;
}

/** One signed version beside the file as it is now, page by page. */
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
  const words = useTranslations("verify.compare");
  const [isStopped, setStopped] = useState(false);
  const comparison = useComparison({ file, end, suspects, isStopped });
  if (comparison.state === "opening")
    return (
      <p role="status" className="mx-auto mt-4 max-w-180 text-ui text-muted">
        {words("opening")}
      </p>
    );
  if (comparison.state === "failed")
    return (
      <Notice tone="info" role="status" className="mx-auto mt-4 max-w-180">
        {words(`failed.${comparison.version}`)}
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
  const words = useTranslations("verify.compare");
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
  // Until somebody turns a page, the first one that differs is shown.
  const at = chosen ?? summary.differing[0] ?? summary.expected[0] ?? 0;
  const pair = pairs[at];
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="mx-auto flex w-full max-w-180 flex-col gap-4">
        {isRunning && (
          <div className="flex items-end gap-4">
            <Progress
              className="flex-1"
              label={words("progress")}
              value={summary.done}
              max={pairs.length}
              text={words("progressText", { done: summary.done, total: pairs.length })}
            />
            <Button onClick={onStop}>{words("stop")}</Button>
          </div>
        )}
        {isStopped && summary.done < pairs.length && (
          <p className="flex flex-wrap items-center gap-3 text-ui text-muted">
            {words("stopped", { done: summary.done, total: pairs.length })}
            <Button onClick={onAgain}>{words("again")}</Button>
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
