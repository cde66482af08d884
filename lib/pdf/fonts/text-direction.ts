/** A piece of text drawn in one direction. `level` is odd for right-to-left text. */
export interface DirectedRun {
  clusters: string[];
  level: number;
}

/**
 * Types of characters (UAX #9, 3.2): letters, digits, separators and signs of numbers, spaces, other neutrals,
 * ignored characters, and the characters that open and close an isolate.
 */
type Kind = "L" | "R" | "AL" | "EN" | "AN" | "ES" | "ET" | "CS" | "WS" | "ON" | "BN" | "LRI" | "RLI" | "FSI" | "PDI";
type Side = "L" | "R";

/** The first match counts. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["LRI", /\u2066/u],
  ["RLI", /\u2067/u],
  ["FSI", /\u2068/u],
  ["PDI", /\u2069/u],
  ["BN", /[\u00AD\u200B-\u200D\u202A-\u202E\u2060-\u2065\uFEFF]/u],
  ["L", /\u200E/u],
  ["R", /\u200F/u],
  ["AL", /[\u061B-\u061F\u0640]/u],
  ["WS", /\s/u],
  ["AN", /[\u0600-\u0605\u0660-\u0669\u066B\u066C\u06DD\u0890\u0891\u08E2]/u],
  ["EN", /[0-9²³¹\u06F0-\u06F9\u2070\u2074-\u2079\u2080-\u2089\u2488-\u249B\uFF10-\uFF19\u{1D7CE}-\u{1D7FF}]/u],
  ["ES", /[+\-\u207A\u207B\u208A\u208B\u2212\uFB29\uFE62\uFE63\uFF0B\uFF0D]/u],
  ["CS", /[,./:\u060C\u2044\uFE50\uFE52\uFE55\uFF0C\uFF0E\uFF0F\uFF1A]/u],
  ["AL", /\u060B/u],
  ["ET", /[#%°±\u0609\u060A\u066A\u2030-\u2034\u212E\u2213\uFE5F\uFE6A\uFF03\uFF05\p{Sc}]/u],
  ["ON", /[\u0606\u0607\u060E\u060F\u06DE\u06E9\uFD3E-\uFD4F\uFDCF\uFDFD-\uFDFF]/u],
  ["AL", /(?!\p{M})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u],
  ["R", /(?!\p{M})[\p{Script=Hebrew}\p{Script=Nko}]/u],
  ["ON", /[\u02B9\u02BA\u02C2-\u02CF\u02EC\u0374\u0BF3-\u0BFA\u0F3A-\u0F3D]/u],
  ["L", /[\p{Alphabetic}\p{Nd}\p{Mc}\u0964\u0965]|(?![\p{M}\p{Script=Common}\p{Script=Inherited}])./u],
];

/** Brackets that form pairs in rule N0, and other characters that are mirrored. */
const BRACKETS = "()[]{}⁅⁆⁽⁾₍₎〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣";
const PARTNERS = partnersOf(BRACKETS);
const MIRRORED = partnersOf(`${BRACKETS}<>«»‹›≤≥`);

function partnersOf(pairs: string): ReadonlyMap<string, string> {
  const signs = Array.from(pairs);
  return new Map(signs.map((sign, i) => [sign, signs[i % 2 === 0 ? i + 1 : i - 1] ?? sign]));
}

/**
 * Splits the grapheme clusters of a line into runs of one direction, according to the Unicode bidirectional algorithm
 * (UAX #9), so that the order in the PDF is that of a browser. The first strong letter outside of isolates sets the
 * base direction. Embeddings are ignored, because values contain none.
 */
export function directedRuns(clusters: readonly string[]): DirectedRun[] {
  const kinds = clusters.map(clusterKindOf);
  const levels = levelsOf(clusters, kinds);
  const runs: DirectedRun[] = [];
  clusters.forEach((cluster, i) => {
    const level = levels[i] ?? 0;
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

function clusterKindOf(cluster: string): Kind {
  const [first = ""] = cluster;
  return KINDS.find(([, signs]) => signs.test(first))?.[0] ?? "ON";
}

/** Rules P2 and P3: determined by the first letter that is not in an isolate. */
function baseOf(kinds: readonly Kind[]): Side {
  let depth = 0;
  for (const kind of kinds) {
    if (kind === "PDI") depth = Math.max(0, depth - 1);
    else if (opensIsolate(kind)) depth += 1;
    else if (depth === 0 && (kind === "R" || kind === "AL")) return "R";
    else if (depth === 0 && kind === "L") return "L";
  }
  return "L";
}

function opensIsolate(kind: Kind | undefined): boolean {
  return kind === "LRI" || kind === "RLI" || kind === "FSI";
}

/**
 * Characters among which the rules look for adjacent ones: the line without the content of its isolates, or the
 * content of one isolate (UAX #9, BD13).
 */
interface Sequence {
  level: number;
  places: number[];
}

/** UAX #9, BD2: more deeply nested isolates remain in the surrounding sequence. */
const DEEPEST = 125;

/** Rules X5a to X6a. */
function sequencesOf(kinds: readonly Kind[]): [Sequence, ...Sequence[]] {
  const line: Sequence = { level: baseOf(kinds) === "R" ? 1 : 0, places: [] };
  const sequences: [Sequence, ...Sequence[]] = [line];
  const around: Sequence[] = [];
  let [now, tooDeep] = [line, 0];
  for (const [i, kind] of kinds.entries()) {
    if (kind === "PDI" && tooDeep > 0) tooDeep -= 1;
    else if (kind === "PDI") now = around.pop() ?? line;
    if (kind !== "BN") now.places.push(i);
    if (!opensIsolate(kind)) continue;
    const level = nextLevel(now.level, isolatedSide(kinds, i));
    if (level > DEEPEST || tooDeep > 0) {
      tooDeep += 1;
      continue;
    }
    around.push(now);
    now = { level, places: [] };
    sequences.push(now);
  }
  return sequences;
}

/** The direction inside the isolate that opens at `from`. */
function isolatedSide(kinds: readonly Kind[], from: number): Side {
  if (kinds[from] !== "FSI") return kinds[from] === "RLI" ? "R" : "L";
  let depth = 0;
  const end = kinds.findIndex((kind, i) => {
    if (i < from) return false;
    depth += opensIsolate(kind) ? 1 : kind === "PDI" ? -1 : 0;
    return depth === 0;
  });
  return baseOf(kinds.slice(from + 1, end < 0 ? undefined : end));
}

function nextLevel(level: number, side: Side): number {
  return side === "R" ? level + 1 + (level % 2) : level + 2 - (level % 2);
}

function levelsOf(clusters: readonly string[], kinds: readonly Kind[]): number[] {
  const levels: number[] = [];
  const sequences = sequencesOf(kinds);
  for (const { level, places } of sequences) {
    const base = level % 2 === 1 ? "R" : "L";
    const weak = resolveNumbers(
      places.map((i) => kinds[i] ?? "ON"),
      base,
    );
    resolveBrackets(
      places.map((i) => clusters[i] ?? ""),
      weak,
      base,
    );
    const sides = resolveNeutrals(weak, base);
    places.forEach((place, at) => (levels[place] = levelOf(sides[at] ?? base, level)));
  }
  const [line] = sequences;
  kinds.forEach((_, i) => (levels[i] ??= levels[i - 1] ?? line.level));
  // Rule L1: spaces and closing isolates at the end of the line stay at its end.
  for (let i = kinds.length - 1; i >= 0 && isBlank(kinds[i]); i--) levels[i] = line.level;
  return levels;
}

function isBlank(kind: Kind | undefined): boolean {
  return kind === "WS" || kind === "BN" || kind === "PDI" || opensIsolate(kind);
}

/** Rules I1 and I2. */
function levelOf(side: Kind, level: number): number {
  if (level % 2 === 1) return side === "R" ? level : level + 1;
  return side === "L" ? level : side === "R" ? level + 1 : level + 2;
}

/** Rules W2 to W7. */
function resolveNumbers(given: readonly Kind[], base: Side): Kind[] {
  const kinds = [...given];
  let strong: Kind = base;
  kinds.forEach((kind, i) => {
    if (kind === "L" || kind === "R" || kind === "AL") strong = kind;
    if (kind === "EN" && strong === "AL") kinds[i] = "AN";
    if (kind === "AL") kinds[i] = "R";
  });
  kinds.forEach((kind, i) => {
    const before = kinds[i - 1];
    if (before !== kinds[i + 1] || before === undefined) return;
    if ((before === "EN" && (kind === "ES" || kind === "CS")) || (before === "AN" && kind === "CS")) kinds[i] = before;
  });
  for (const step of [1, -1])
    for (let i = step === 1 ? 1 : kinds.length - 2; i >= 0 && i < kinds.length; i += step)
      if (kinds[i] === "ET" && kinds[i - step] === "EN") kinds[i] = "EN";
  strong = base;
  return kinds.map((kind) => {
    if (kind === "L" || kind === "R") strong = kind;
    if (kind === "EN" && strong === "L") return "L";
    return isNeutral(kind) ? "ON" : kind;
  });
}

function isNeutral(kind: Kind): boolean {
  return kind !== "L" && kind !== "R" && kind !== "EN" && kind !== "AN";
}

/** Between neutrals and in brackets, digits count as right to left. */
function sideOf(kind: Kind | undefined): Side | null {
  if (kind === "L") return "L";
  return kind === "R" || kind === "EN" || kind === "AN" ? "R" : null;
}

/**
 * Rule N0: a pair of brackets has the base direction if something in it has. Otherwise it has the direction of its
 * content, if that of the preceding text is the same.
 */
function resolveBrackets(clusters: readonly string[], kinds: Kind[], base: Side): void {
  for (const [from, to] of bracketPairs(clusters)) {
    const inside = kinds.slice(from + 1, to).flatMap((kind) => sideOf(kind) ?? []);
    if (inside.length === 0) continue;
    const before = kinds.slice(0, from).flatMap((kind) => sideOf(kind) ?? []);
    const isOther = !inside.includes(base) && (before.at(-1) ?? base) !== base;
    kinds[from] = kinds[to] = isOther ? other(base) : base;
  }
}

function other(side: Side): Side {
  return side === "L" ? "R" : "L";
}

/** The maximum number of open brackets that are tracked (UAX #9, BD16). */
const MOST_OPEN = 63;

/** Sorted by the position of the opening bracket. */
function bracketPairs(clusters: readonly string[]): [from: number, to: number][] {
  const pairs: [number, number][] = [];
  const open: number[] = [];
  for (const [i, cluster] of clusters.entries()) {
    const partner = PARTNERS.get(cluster);
    if (partner === undefined) continue;
    if (BRACKETS.indexOf(cluster) % 2 === 0) {
      if (open.length === MOST_OPEN) return [];
      open.push(i);
      continue;
    }
    const at = open.findLastIndex((from) => clusters[from] === partner);
    const [from] = at < 0 ? [] : open.splice(at);
    if (from !== undefined) pairs.push([from, i]);
  }
  return pairs.sort(([first], [second]) => first - second);
}

/** Rules N1 and N2: neutrals take the direction on both sides if it is the same, otherwise the base direction. */
function resolveNeutrals(kinds: readonly Kind[], base: Side): Kind[] {
  const sides = [...kinds];
  let from = 0;
  while (from < sides.length) {
    let to = from;
    while (to < sides.length && sideOf(sides[to]) === null) to++;
    const [before, after] = [
      from === 0 ? base : sideOf(sides[from - 1]),
      to === sides.length ? base : sideOf(sides[to]),
    ];
    sides.fill(before === after ? (before ?? base) : base, from, to);
    from = to + 1;
  }
  return sides;
}
