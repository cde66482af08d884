"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isOwnField, useSignatureName } from "@/components/verify/result/use-finding-text";
import type { SignatureRecord } from "@/components/verify/result/verification";
import type { PageResult, TextDifference } from "./compare-page";
import { PageSide } from "./page-side";
import { numberOf, whereOf, type Outcome } from "./use-comparison";
import type { PagePair, Place, Version, Versions } from "./versions";

const sides: readonly Version[] = ["signed", "now"];

interface PagePairViewProps {
  versions: Versions;
  pair: PagePair;
  result: PageResult | undefined;
  outcome: Outcome;
  /** Number of pages in the current file. */
  total: number;
  versionName: string;
  all: readonly SignatureRecord[];
}

/** One page in both versions: side by side if there is room, else one at a time in the same place. */
export function PagePairView({ versions, pair, result, outcome, total, versionName, all }: PagePairViewProps) {
  const t = useTranslations("verify.compare");
  const outcomeText = useOutcomeText();
  const [shown, setShown] = useState<Version>("now");
  const places: readonly Place[] = result?.kind === "differs" ? result.places : [];
  const heading = t(pair.now === null ? "pageGone" : "pageOf", { page: numberOf(pair), total });
  return (
    <article className="flex flex-col gap-3">
      <header className="mx-auto w-full max-w-180">
        <h3 className="text-reading font-semibold">
          {heading} <span className="font-normal text-muted">· {outcomeText(outcome, result)}</span>
        </h3>
        {pair.now !== null && pair.signed !== null && pair.signed !== pair.now && (
          <p className="text-ui text-muted">{t("moved", { page: pair.signed })}</p>
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
              caption={version === "signed" ? versionName : t("now")}
            />
          </div>
        ))}
      </div>
    </article>
  );
}

/** For narrow windows, in which switching in place shows more than two small pages would. */
function SideSwitch({ shown, onShow }: { shown: Version; onShow: (version: Version) => void }) {
  const t = useTranslations("verify.compare");
  const group = useId();
  return (
    <fieldset className="sticky top-2 z-10 mx-auto flex rounded-control border border-control bg-surface shadow-popover lg:hidden print:hidden">
      <legend className="sr-only">{t("shownAs")}</legend>
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
          {t(version)}
        </label>
      ))}
    </fieldset>
  );
}

/** The differences on a page as text: place, signer of the field, and changed lines. */
function DifferenceList({
  places,
  text,
  all,
}: {
  places: readonly Place[];
  text: TextDifference | null;
  all: readonly SignatureRecord[];
}) {
  const t = useTranslations("verify.compare");
  const fieldText = useFieldText(all);
  return (
    <div className="mt-1 flex flex-col gap-2 text-ui text-muted">
      {places.length > 0 && (
        <ol className="flex flex-wrap gap-x-4 gap-y-0.5">
          {places.map((place, index) => {
            const where = t(`where.${whereOf(place)}`);
            return (
              <li key={index} className="wrap-anywhere">
                {place.field
                  ? t("place", { number: index + 1, where, field: fieldText(place.field) })
                  : t("placePlain", { number: index + 1, where })}
              </li>
            );
          })}
        </ol>
      )}
      {text && (
        <dl aria-label={t("text")} className="grid gap-2 sm:grid-cols-2">
          <Lines label={t("wasText")} lines={text.was} />
          <Lines label={t("isText")} lines={text.is} />
        </dl>
      )}
    </div>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const t = useTranslations("verify.compare");
  return (
    <div className="min-w-0 rounded-control border border-hairline bg-surface p-3">
      <dt className="text-caption">{label}</dt>
      {lines.map((line, index) => (
        <dd key={index} className="wrap-anywhere text-ink">
          <bdi>{line}</bdi>
        </dd>
      ))}
      {lines.length === 0 && <dd className="italic">{t("noText")}</dd>}
    </div>
  );
}

function useFieldText(all: readonly SignatureRecord[]): (field: string) => string {
  const t = useTranslations("verify.compare");
  const nameOf = useSignatureName();
  return (field) => {
    const signature = all.find((candidate) => candidate.field === field);
    if (signature) return t("inSignature", { name: nameOf(signature, "plain") });
    return isOwnField(field) ? t("inOwnField") : t("inField", { field });
  };
}

/** A page's result in a few words. */
export function useOutcomeText(): (outcome: Outcome, result: PageResult | undefined) => string {
  const t = useTranslations("verify.compare.result");
  return (outcome, result) => {
    const count = result?.kind === "differs" ? result.places.length : 0;
    return outcome === "differs" || outcome === "expected" ? t(outcome, { count }) : t(outcome);
  };
}
