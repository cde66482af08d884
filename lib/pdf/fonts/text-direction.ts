/** A piece of text drawn in one direction; `level` is odd when it runs from right to left. */
export interface DirectedRun {
  clusters: string[];
  level: number;
}

/** Left-to-right letter, right-to-left letter, digit, neutral. */
type Kind = "L" | "R" | "N" | "-";

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const MIRRORED = new Map(
  ["()", "[]", "{}", "<>", "«»", "‹›"].flatMap(
    ([a = "", b = ""]) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
);

/**
 * Splits grapheme clusters into runs of one direction.
 *
 * The part of the Unicode bidirectional algorithm (UAX #9) that names, dates and one-line notes need: the first
 * strong letter sets the base direction, digits keep their own order inside right-to-left text, and neutrals
 * follow their neighbours when these agree, else the base. No embeddings and no isolates.
 */
export function directedRuns(clusters: readonly string[]): DirectedRun[] {
  const kinds = clusters.map(kindOf);
  const base = kinds.find((kind) => kind === "L" || kind === "R") === "R" ? 1 : 0;
  const levels = levelsOf(withBrackets(clusters, kinds, base), base);
  const runs: DirectedRun[] = [];
  clusters.forEach((cluster, i) => {
    const level = levels[i] ?? base;
    const shown = level % 2 === 1 ? (MIRRORED.get(cluster) ?? cluster) : cluster;
    const last = runs.at(-1);
    if (last?.level === level) last.clusters.push(shown);
    else runs.push({ clusters: [shown], level });
  });
  return runs;
}

/** UAX #9 rule L2: from the highest level down to 1, every stretch at that level or above is reversed. */
export function visualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map((run) => run.level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if ((ordered[from]?.level ?? 0) < level) continue;
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

function kindOf(cluster: string): Kind {
  if (RIGHT_TO_LEFT.test(cluster) && /\p{Alphabetic}/u.test(cluster)) return "R";
  if (/\p{Nd}/u.test(cluster)) return "N";
  return /\p{Alphabetic}/u.test(cluster) ? "L" : "-";
}

/** Rule N0: a pair of brackets gets one direction, the base's unless all letters in it and before it run the other way. */
function withBrackets(clusters: readonly string[], kinds: readonly Kind[], base: number): Kind[] {
  const settled = [...kinds];
  const opened: number[] = [];
  const baseKind = base === 1 ? "R" : "L";
  clusters.forEach((cluster, i) => {
    if (/^[([{]$/.test(cluster)) opened.push(i);
    if (!/^[)\]}]$/.test(cluster)) return;
    const from = opened.pop();
    if (from === undefined || clusters[from] !== MIRRORED.get(cluster)) return;
    const inside = settled.slice(from + 1, i).filter((kind) => kind !== "-");
    if (inside.length === 0) return;
    const isOpposite = inside.every((kind) => kind !== baseKind) && nearest(settled, from, -1, base) !== baseKind;
    settled[from] = settled[i] = isOpposite ? (base === 1 ? "L" : "R") : baseKind;
  });
  return settled;
}

function levelsOf(kinds: readonly Kind[], base: number): number[] {
  const strong = kinds.map((kind, i) => (kind === "N" ? numberContext(kinds, i, base) : kind));
  return strong.map((kind, i) => {
    const direction = kind === "-" ? neutralDirection(strong, i, base) : kind;
    if (direction === "R") return 1;
    if (direction === "N") return 2;
    return base === 1 ? 2 : 0;
  });
}

/** Rule W7: digits after a left-to-right letter are part of it; after a right-to-left one they form an island. */
function numberContext(kinds: readonly Kind[], at: number, base: number): Kind {
  for (let i = at - 1; i >= 0; i--) {
    if (kinds[i] === "L") return "L";
    if (kinds[i] === "R") return "N";
  }
  return base === 1 ? "N" : "L";
}

/** Rules N1 and N2, where an island of digits counts as right-to-left, and W4 for the separator inside a number. */
function neutralDirection(kinds: readonly Kind[], at: number, base: number): Kind {
  if (kinds[at - 1] === "N" && kinds[at + 1] === "N") return "N";
  const before = nearest(kinds, at, -1, base);
  const after = nearest(kinds, at, 1, base);
  if (before === after) return before;
  return base === 1 ? "R" : "L";
}

function nearest(kinds: readonly Kind[], at: number, step: 1 | -1, base: number): Kind {
  for (let i = at + step; i >= 0 && i < kinds.length; i += step) {
    const kind = kinds[i];
    if (kind === "L") return "L";
    if (kind === "R" || kind === "N") return "R";
  }
  return base === 1 ? "R" : "L";
}
