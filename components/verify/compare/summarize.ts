import type { PageResult } from "./compare-page";
import type { PagePair } from "./pair-pages";

/** The result for a page; `expected`: it differs only where a later signer signed or filled in. */
export type Outcome = "waiting" | "same" | "differs" | "expected" | "resized" | "added" | "gone" | "undrawn";

/** `isExpected` tells whether a field's content may have changed. */
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
  "top_left" | "top" | "top_right" | "left" | "middle" | "right" | "bottom_left" | "bottom" | "bottom_right" | "all";

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
