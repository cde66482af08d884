"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { SignatureRecord } from "../verification";
import type { PageResult } from "./compare-page";
import { DifferenceList } from "./difference-list";
import type { Version, Versions } from "./open-versions";
import { PageSide } from "./page-side";
import type { PagePair } from "./pair-pages";
import type { Place } from "./place";
import { numberOf, type Outcome } from "./summarize";
import { useOutcomeWords } from "./use-outcome-words";

const sides: readonly Version[] = ["signed", "now"];

interface PagePairViewProps {
  versions: Versions;
  pair: PagePair;
  result: PageResult | undefined;
  outcome: Outcome;
  /** Pages of the file as it is now. */
  total: number;
  versionName: string;
  all: readonly SignatureRecord[];
}

/** One page in both versions: side by side where there is room, else one of them at a time in the same place. */
export function PagePairView({ versions, pair, result, outcome, total, versionName, all }: PagePairViewProps) {
  const words = useTranslations("verify.compare");
  const outcomeWords = useOutcomeWords();
  const [shown, setShown] = useState<Version>("now");
  const places: readonly Place[] = result?.kind === "differs" ? result.places : [];
  const heading = words(pair.now === null ? "pageGone" : "pageOf", { page: numberOf(pair), total });
  return (
    <article className="flex flex-col gap-3">
      <header className="mx-auto w-full max-w-180">
        <h3 className="text-reading font-semibold">
          {heading} <span className="font-normal text-muted">· {outcomeWords(outcome, result)}</span>
        </h3>
        {pair.now !== null && pair.signed !== null && pair.signed !== pair.now && (
          <p className="text-ui text-muted">{words("moved", { page: pair.signed })}</p>
        )}
        {result?.kind === "differs" && <DifferenceList places={places} text={result.text} all={all} />}
      </header>
      <SideSwitch shown={shown} onShow={setShown} />
      <div className="grid gap-6 print:break-inside-avoid print:grid-cols-2 lg:grid-cols-2">
        {sides.map((version) => (
          <div
            key={version}
            className={clsx(
              "min-w-0 max-lg:not-print:[grid-area:1/1]",
              version !== shown && "max-lg:not-print:invisible",
            )}
          >
            <PageSide
              pdf={versions[version]}
              version={version}
              page={pair[version]}
              places={places}
              isExpected={outcome === "expected"}
              caption={version === "signed" ? versionName : words("now")}
            />
          </div>
        ))}
      </div>
    </article>
  );
}

/** For a narrow window: turning from one version to the other in place shows more than two small pages would. */
function SideSwitch({ shown, onShow }: { shown: Version; onShow: (version: Version) => void }) {
  const words = useTranslations("verify.compare");
  const group = useId();
  return (
    <fieldset className="sticky top-2 z-10 mx-auto flex rounded-control border border-control bg-surface shadow-popover lg:hidden print:hidden">
      <legend className="sr-only">{words("shownAs")}</legend>
      {sides.map((version) => (
        <label
          key={version}
          className="flex min-h-11 cursor-pointer items-center px-4 text-ui font-medium first:rounded-s-control last:rounded-e-control has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={shown === version}
            onChange={() => onShow(version)}
          />
          {words(version)}
        </label>
      ))}
    </fieldset>
  );
}
