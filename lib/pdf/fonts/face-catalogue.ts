import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FieldFont } from "@/lib/platform/geometry/field-text";

/** A font file of a pinned @fontsource package and the code points that it covers according to its package. */
export interface FaceFile {
  path: string;
  /** Flat list of inclusive [from, to] pairs. */
  ranges: readonly number[];
  /** A variable font needs its `wght` axis set. Static fonts have the weight in which they are drawn. */
  variable: boolean;
}

export type FaceFamily =
  | "noto-sans"
  | "noto-serif"
  | "noto-sans-mono"
  | "noto-sans-arabic"
  | "noto-sans-hebrew"
  | "noto-sans-thai"
  | "noto-sans-devanagari"
  | OneScriptFamily
  | "noto-sans-sc"
  | "noto-sans-jp"
  | "noto-sans-kr";

/**
 * For these, only the file of their own script is used: their Latin letters and signs are those of the families
 * before them.
 */
const ONE_SCRIPT = [
  "noto-sans-bengali",
  "noto-sans-gurmukhi",
  "noto-sans-gujarati",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-sinhala",
  "noto-sans-lao",
  "noto-sans-myanmar",
  "noto-sans-georgian",
  "noto-sans-armenian",
  "noto-sans-ethiopic",
  "noto-sans-khmer",
] as const;
type OneScriptFamily = (typeof ONE_SCRIPT)[number];

const VARIABLE: ReadonlySet<FaceFamily> = new Set(["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"]);
const ALPHABETS: readonly FaceFamily[] = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-thai",
  "noto-sans-devanagari",
  ...ONE_SCRIPT,
];

/** The family that is tried before the families for other alphabets. */
const CHOSEN: Readonly<Record<FieldFont, readonly FaceFamily[]>> = {
  sans: [],
  serif: ["noto-serif"],
  mono: ["noto-sans-mono"],
};

/** Hangul Jamo; no East Asian letter has a lower code point. */
const FIRST_CJK = 0x1100;

/** Determines the priority of fonts that contain the same letter. */
export interface FaceChoice {
  font: FieldFont;
  han: readonly FaceFamily[];
}

const require = createRequire(import.meta.url);
const families = new Map<FaceFamily, readonly FaceFile[]>();

/**
 * The font files that may draw a cluster starting with this code point, in the order in which they should be tried.
 * Lazy: the indexes of the CJK packages are read only for text that needs them.
 *
 * The same Han character is drawn differently in China, Japan and Korea, so `han` (see {@link hanPreference}) decides
 * which of the three comes first. The files that list the code point are followed by the other files of the same
 * family, because a mark may be in another file than its base letter.
 */
export function* facesFor(codePoint: number, { font, han }: FaceChoice): Generator<FaceFile> {
  const alphabets = [...CHOSEN[font], ...ALPHABETS];
  for (const family of codePoint < FIRST_CJK ? alphabets : [...alphabets, ...han]) {
    const files = faceFiles(family);
    const claiming = files.filter((face) => covers(face, codePoint));
    yield* claiming;
    if (claiming.length > 0 && !VARIABLE.has(family)) yield* files.filter((face) => !claiming.includes(face));
  }
}

/** Kana indicate Japanese, and Hangul indicates Korean. Any other text with Han characters is treated as Chinese. */
export function hanPreference(text: string): readonly FaceFamily[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];
  if (/\p{Script=Hangul}/u.test(text)) return ["noto-sans-kr", "noto-sans-sc", "noto-sans-jp"];
  return ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
}

function faceFiles(family: FaceFamily): readonly FaceFile[] {
  const known = families.get(family);
  if (known) return known;
  const faces = readFamily(family);
  families.set(family, faces);
  return faces;
}

function readFamily(family: FaceFamily): FaceFile[] {
  const variable = VARIABLE.has(family);
  const scope = variable ? "@fontsource-variable" : "@fontsource";
  const unicodeJson = require.resolve(`${scope}/${family}/unicode.json`);
  const declared = JSON.parse(readFileSync(unicodeJson, "utf8")) as Record<string, string>;
  const isOneScript = (ONE_SCRIPT as readonly FaceFamily[]).includes(family);
  const subsets = Object.entries(declared).filter(([subset]) => !isOneScript || family.endsWith(`-${subset}`));
  return subsets.map(([subset, list]) => ({
    path: join(
      dirname(unicodeJson),
      "files",
      `${family}-${subset.replace(/[[\]]/g, "")}-${variable ? "wght" : "400"}-normal.woff2`,
    ),
    ranges: parseRanges(list),
    variable,
  }));
}

/** Parses `U+0000-00FF,U+0131` as written in CSS. */
function parseRanges(list: string): number[] {
  return list.split(",").flatMap((range) => {
    const [from = "", to = from] = range.trim().replace(/^U\+/i, "").split("-");
    return [parseInt(from, 16), parseInt(to, 16)];
  });
}

function covers(face: FaceFile, codePoint: number): boolean {
  for (let i = 0; i + 1 < face.ranges.length; i += 2) {
    if (codePoint >= (face.ranges[i] ?? Infinity) && codePoint <= (face.ranges[i + 1] ?? -1)) return true;
  }
  return false;
}
