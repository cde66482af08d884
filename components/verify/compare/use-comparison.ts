import { useEffect, useState } from "react";
import { comparePage, type PageResult } from "./compare-page";
import { openVersions, pairPages, VersionUnreadable, type PagePair, type Version, type Versions } from "./versions";

/** A page that takes longer is skipped. */
const pageMs = 20_000;
const reportEveryMs = 400;
/** Pages beyond this limit are shown but not compared. */
export const mostPages = 2000;

export type Comparison =
  | { state: "opening" }
  | { state: "failed"; version: Version }
  | {
      state: "open";
      versions: Versions;
      pairs: readonly PagePair[];
      /** Results by pair index; missing ones are still to come. */
      results: ReadonlyMap<number, PageResult>;
      isRunning: boolean;
    };

export interface ComparisonInput {
  file: Blob;
  /** Length of the signed version in bytes. */
  end: number;
  /** Current numbers of pages reported as changed, which are compared first. */
  suspects: readonly number[];
  isStopped: boolean;
}

/** Compares the signed version with the current file, page by page. */
export function useComparison({ file, end, suspects, isStopped }: ComparisonInput): Comparison {
  const [comparison, setComparison] = useState<Comparison>({ state: "opening" });
  useEffect(() => {
    const opening = openVersions(file, end);
    let isOver = false;
    const show = (next: Comparison): void => {
      if (!isOver) setComparison(next);
    };
    opening.promise
      .then(async (versions) => {
        const [signedKeys, nowKeys] = await Promise.all([pageKeys(versions.signed), pageKeys(versions.now)]);
        show({ state: "open", versions, pairs: pairPages(signedKeys, nowKeys), results: new Map(), isRunning: true });
      })
      .catch((error: unknown) =>
        show({ state: "failed", version: error instanceof VersionUnreadable ? error.version : "now" }),
      );
    return () => {
      isOver = true;
      opening.close();
      setComparison({ state: "opening" });
    };
  }, [file, end]);

  const [versions, pairs] = comparison.state === "open" ? [comparison.versions, comparison.pairs] : [null, null];
  useEffect(() => {
    if (!versions || isStopped) return;
    const stop = new AbortController();
    const change = (more: (open: Extract<Comparison, { state: "open" }>) => Partial<Comparison>): void => {
      if (!stop.signal.aborted)
        setComparison((before) =>
          before.state === "open" && before.versions === versions
            ? ({ ...before, ...more(before) } as Comparison)
            : before,
        );
    };
    const order = inOrder(pairs, suspects);
    const show = (found: ReadonlyMap<number, PageResult>): void =>
      change(({ results }) => ({ results: new Map([...results, ...found]) }));
    void compareAll({ versions, pairs, order, signal: stop.signal }, show).then(() =>
      change(() => ({ isRunning: false })),
    );
    return () => stop.abort();
  }, [versions, pairs, suspects, isStopped]);

  return comparison.state === "open" && isStopped ? { ...comparison, isRunning: false } : comparison;
}

interface Run {
  versions: Versions;
  pairs: readonly PagePair[];
  /** Pair indexes. */
  order: readonly number[];
  signal: AbortSignal;
}

/**
 * Publishes a differing page at once and other results now and then, because a re-render takes longer than a
 * comparison.
 */
async function compareAll(
  { versions, pairs, order, signal }: Run,
  onFound: (found: ReadonlyMap<number, PageResult>) => void,
): Promise<void> {
  let found = new Map<number, PageResult>();
  let reportedAt = performance.now();
  for (const index of order) {
    const pair = pairs[index];
    const result = pair && (await compareInTime(versions, pair, signal));
    if (signal.aborted || !result) return;
    found.set(index, result);
    if (result.kind !== "same" || performance.now() - reportedAt > reportEveryMs) {
      onFound(found);
      found = new Map();
      reportedAt = performance.now();
    }
    // Yields to typing, scrolling and rendering first.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  onFound(found);
}

function inOrder(pairs: readonly PagePair[], suspects: readonly number[]): number[] {
  const all = pairs.slice(0, mostPages).map((_pair, index) => index);
  const isSuspect = (index: number): boolean => suspects.includes(pairs[index]?.now ?? 0);
  return [...all.filter(isSuspect), ...all.filter((index) => !isSuspect(index))];
}

async function compareInTime(versions: Versions, pair: PagePair, signal: AbortSignal): Promise<PageResult> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(pageMs)]);
  const ended = new Promise<never>((_resolve, reject) => {
    enough.addEventListener("abort", () => reject(new Error("ended")));
  });
  return Promise.race([comparePage(versions, pair, enough), ended]).catch(() => ({ kind: "undrawn" }));
}

/** Key of each page by its object, whose number a later revision keeps. */
async function pageKeys(pdf: Versions["now"]): Promise<string[]> {
  const keys: string[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const ref =
      page <= mostPages
        ? await pdf.getPage(page).then(
            (loaded) => loaded.ref,
            () => null,
          )
        : null;
    keys.push(ref ? `${ref.num} ${ref.gen}` : `page ${page}`);
  }
  return keys;
}

/** The result for a page; `expected`: it differs only where a later signer signed or filled in. */
export type Outcome = "waiting" | "same" | "differs" | "expected" | "resized" | "added" | "gone" | "undrawn";

/** `isExpected`: whether a field's content may have changed. */
export function outcomeOf(result: PageResult | undefined, isExpected: (field: string) => boolean): Outcome {
  if (!result) return "waiting";
  if (result.kind !== "differs") return result.kind;
  if (result.isResized) return "resized";
  return result.text === null && result.places.every(({ field }) => field !== null && isExpected(field))
    ? "expected"
    : "differs";
}

export interface Summary {
  done: number;
  /** Indexes into the pairs, in order. */
  differing: readonly number[];
  expected: readonly number[];
  undrawn: number;
}

export function summarize(outcomes: readonly Outcome[]): Summary {
  const indexes = (...wanted: readonly Outcome[]): number[] =>
    outcomes.flatMap((outcome, index) => (wanted.includes(outcome) ? [index] : []));
  return {
    done: outcomes.filter((outcome) => outcome !== "waiting").length,
    differing: indexes("differs", "resized", "added", "gone"),
    expected: indexes("expected"),
    undrawn: indexes("undrawn").length,
  };
}

/** The shown number of a pair: that in the current file, else the signed one. */
export function numberOf(pair: PagePair | undefined): number {
  return pair?.now ?? pair?.signed ?? 0;
}

/** The nearest of `indexes` before or after `at`; null if there is none. */
export function nearest(indexes: readonly number[], at: number, step: -1 | 1): number | null {
  const beyond = indexes.filter((index) => (step > 0 ? index > at : index < at));
  return (step > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}

export type Where =
  | "top_left"
  | "top"
  | "top_right"
  | "left"
  | "middle"
  | "right"
  | "bottom_left"
  | "bottom"
  | "bottom_right"
  | "all";

const grid: readonly (readonly Where[])[] = [
  ["top_left", "top", "top_right"],
  ["left", "middle", "right"],
  ["bottom_left", "bottom", "bottom_right"],
];

/** Position of a place on the page as text, for people who cannot see its outline. */
export function whereOf({
  left,
  top,
  width,
  height,
}: {
  left: number;
  top: number;
  width: number;
  height: number;
}): Where {
  if (width * height > 0.6) return "all";
  const third = (middle: number): number => Math.min(2, Math.max(0, Math.floor(middle * 3)));
  return grid[third(top + height / 2)]?.[third(left + width / 2)] ?? "middle";
}
