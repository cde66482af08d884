import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import { isPlainFunction, isWrittenWhole, numbersAt, stepsOfTint } from "./plain-function";

export interface SpaceFacts {
  /** The number of colour components, or null if unknown. */
  components: number | null;
  /** All programs produce the same colours from it. */
  isPlain: boolean;
  /** The initial colour is black in all programs. */
  beginsBlack: boolean;
  isPattern: boolean;
  /** The highest index of a colour table, or null for other spaces. */
  highest: number | null;
  /** Whether the colours are printing inks, which programs mix differently. */
  isInk: boolean;
  /** Every component has the range from 0 to 1. */
  isOfLevels: boolean;
}

export const DEVICE_COMPONENTS: ReadonlyMap<string, number> = new Map([
  ["DeviceGray", 1],
  ["DeviceRGB", 3],
  ["DeviceCMYK", 4],
  ["G", 1],
  ["RGB", 3],
  ["CMYK", 4],
]);
const ODD: SpaceFacts = {
  components: null,
  isPlain: false,
  beginsBlack: true,
  isPattern: false,
  highest: null,
  isInk: false,
  isOfLevels: false,
};
const INKS = 4;
const MAX_DEPTH = 3;
/** Colorants that a program may print as separate inks, or not at all. */
const PROCESS: Readonly<Record<string, readonly number[]>> = {
  Cyan: [1, 0, 0, 0],
  Magenta: [0, 1, 0, 0],
  Yellow: [0, 0, 1, 0],
  Black: [0, 0, 0, 1],
};
/**
 * Parameters of common office and print colour spaces. Outside of these limits, programs that ignore the calibration
 * show other colours.
 */
const LEAST_GAMMA = 0.9,
  LARGEST_GAMMA = 2.7;
const SAME_WHITE = 0.1;
/** Tolerance for rounding by writers. */
const SAME_LEVEL = 0.01;
/** Dots of ink grow in print, so tints are not quite proportional. */
const SAME_TINT = 0.3;

/** Whether a space may replace the device space with this number of components (8.6.5.6). */
export function isPlainDefault(
  document: PdfDocument,
  value: PdfValue | undefined,
  bytes: Buffer,
  components: number,
): boolean {
  const found = document.locate(value, bytes);
  const family = found?.value.kind === "array" ? document.name(found.value.items[0]) : document.name(value);
  const judged = judgeSpace(document, value, bytes);
  return (
    judged.isPlain &&
    judged.components === components &&
    ["ICCBased", "CalGray", "CalRGB", "DeviceGray", "DeviceRGB", "DeviceCMYK"].includes(family ?? "")
  );
}

/** Checks whether PDFium, pdf.js, poppler and MuPDF interpret a colour space (8.6) alike. */
export function judgeSpace(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer, depth = 0): SpaceFacts {
  const found = document.locate(value, bytes);
  if (found?.value.kind === "name") {
    return namedSpace(found.value.value);
  }
  if (found?.value.kind !== "array" || depth > MAX_DEPTH) {
    return ODD;
  }
  const space: Located<PdfArray> = { ...found, value: found.value };
  const [first] = space.value.items;
  const family = document.name(first) ?? "";
  switch (family) {
    case "CalGray":
      return facts(1, isPlainCalibration(document, space, 1));
    case "CalRGB":
      return facts(3, isPlainCalibration(document, space, 3));
    case "Lab":
      return { ...facts(3, isPlainLab(document, space)), beginsBlack: false, isOfLevels: false };
    case "ICCBased":
      return profiled(document, space, depth);
    case "Indexed":
    case "I":
      return {
        ...facts(1, isPlainIndexed(document, space, depth)),
        beginsBlack: false,
        isOfLevels: false,
        highest: document.number(space.value.items[2]),
      };
    case "Separation":
    case "DeviceN":
      return inked(document, space, depth);
    case "Pattern":
      return { ...patterned(document, space, depth), isPattern: true };
    default:
      return namedSpace(family);
  }
}

function namedSpace(name: string): SpaceFacts {
  const components = DEVICE_COMPONENTS.get(name);
  return components === undefined
    ? { ...ODD, isPlain: name === "Pattern", isPattern: name === "Pattern" }
    : facts(components, true);
}

function facts(components: number, isPlain: boolean): SpaceFacts {
  return {
    components,
    isPlain,
    beginsBlack: true,
    isPattern: false,
    highest: null,
    isInk: components === INKS,
    isOfLevels: true,
  };
}

function patterned(document: PdfDocument, { value, bytes }: Located<PdfArray>, depth: number): SpaceFacts {
  const [, base] = value.items;
  return base === undefined ? namedSpace("Pattern") : judgeSpace(document, base, bytes, depth + 1);
}

function calibration(
  document: PdfDocument,
  { value, bytes }: Located<PdfArray>,
): { dict: Located<PdfDict>; white: number[] } | null {
  const dict = document.dict(value.items[1], bytes);
  const white = dict && numbersAt(document, dict.value.entries.get("WhitePoint"), dict.bytes);
  const [x = 0, y = 0, z = 0] = white ?? [];
  return dict && white && y === 1 && x > 0.85 && x < 1.15 && z > 0.3 && z < 1.4 ? { dict, white } : null;
}

function isPlainCalibration(document: PdfDocument, space: Located<PdfArray>, components: number): boolean {
  const found = calibration(document, space);
  if (found === null) {
    return false;
  }
  const {
    dict: {
      value: { entries },
      bytes,
    },
    white,
  } = found;
  const gamma =
    components === 1
      ? [document.number(entries.get("Gamma")) ?? 1]
      : entries.has("Gamma")
        ? numbersAt(document, entries.get("Gamma"), bytes)
        : [1, 1, 1];
  const matrix = entries.has("Matrix") ? numbersAt(document, entries.get("Matrix"), bytes) : null;
  const isWhole =
    components === 1 ||
    (matrix?.length === 9 &&
      white.every(
        (level, at) => Math.abs((matrix[at] ?? 0) + (matrix[at + 3] ?? 0) + (matrix[at + 6] ?? 0) - level) < SAME_WHITE,
      ));
  return (
    isWhole && gamma?.length === components && gamma.every((power) => power >= LEAST_GAMMA && power <= LARGEST_GAMMA)
  );
}

function isPlainLab(document: PdfDocument, space: Located<PdfArray>): boolean {
  const found = calibration(document, space);
  const range = found && numbersAt(document, found.dict.value.entries.get("Range"), found.dict.bytes);
  return (
    found !== null &&
    (!found.dict.value.entries.has("Range") ||
      (range?.length === 4 && range.every((end, at) => (at % 2 === 0 ? end <= -50 : end >= 50))))
  );
}

function profiled(document: PdfDocument, { value, bytes }: Located<PdfArray>, depth: number): SpaceFacts {
  const profile = document.dict(value.items[1], bytes);
  const components = document.number(profile?.value.entries.get("N"));
  if (profile === null || (components !== 1 && components !== 3 && components !== 4)) {
    return ODD;
  }
  const { entries } = profile.value;
  const alternate = entries.has("Alternate")
    ? judgeSpace(document, entries.get("Alternate"), profile.bytes, depth + 1)
    : null;
  const range = entries.has("Range") ? numbersAt(document, entries.get("Range"), profile.bytes) : null;
  const hasPlainRange = range === null ? !entries.has("Range") : range.every((end, at) => end === at % 2);
  return facts(
    components,
    hasPlainRange && (alternate === null || (alternate.isPlain && alternate.components === components)),
  );
}

function isPlainIndexed(document: PdfDocument, { value, bytes }: Located<PdfArray>, depth: number): boolean {
  const [, base, highest, table] = value.items;
  const { components, isPlain, isPattern } = judgeSpace(document, base, bytes, depth + 1);
  const last = document.number(highest);
  const family = document.name(document.array(base, bytes)?.value.items[0]) ?? "";
  const length = tableLength(document, table, bytes);
  return (
    isPlain &&
    !isPattern &&
    components !== null &&
    !["Indexed", "I", "Lab"].includes(family) &&
    last !== null &&
    Number.isInteger(last) &&
    isWrittenWhole(document, highest, bytes) &&
    last >= 0 &&
    last <= 255 &&
    (length === null || length >= (last + 1) * components)
  );
}

/** Null for a stream that cannot be decoded here. */
function tableLength(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): number | null {
  const found = document.locate(value, bytes);
  if (found?.value.kind === "string") {
    return decodeString(found.bytes, found.value).length;
  }
  const object = found?.num == null ? null : document.load(found.num);
  try {
    return object !== null && object.streamStart >= 0 ? document.decodedStream(object).length : 0;
  } catch {
    return null;
  }
}

function inked(document: PdfDocument, { value, bytes }: Located<PdfArray>, depth: number): SpaceFacts {
  const [family, names, alternate, tint] = value.items;
  const list = document.array(names, bytes);
  const inks = (list?.value.items ?? [names]).map((name) => document.name(name));
  const base = judgeSpace(document, alternate, bytes, depth + 1);
  const isNamed =
    (document.name(family) === "DeviceN") === (list !== null) && inks.every((ink) => ink !== null && ink !== "None");
  const isPlain =
    isNamed &&
    base.isPlain &&
    base.components !== null &&
    isPlainFunction(document, tint, bytes, base.components) &&
    showsInk(document, inks, tint, bytes);
  return { ...facts(inks.length, isPlain), beginsBlack: false, isInk: true };
}

/**
 * A process ink has its own colour, regardless of the tint transform for screens. For any other ink, MuPDF shows
 * paper at no ink, the ink's colour at full ink, and a mixture in between. For several inks, it mixes their
 * individual colours, regardless of the tint transform for them together. Tint transforms of process inks that are
 * not computed here are not checked.
 */
function showsInk(
  document: PdfDocument,
  inks: readonly (string | null)[],
  tint: PdfValue | undefined,
  bytes: Buffer,
): boolean {
  const [ink] = inks;
  const steps = inks.length === 1 ? stepsOfTint(document, tint, bytes) : null;
  const [none, full] = [steps?.[0], steps?.at(-1)];
  if (!steps || !none || !full) {
    return inks.every((one) => (one ?? "") in PROCESS);
  }
  const isPlain =
    steps.every((step) => step.every((level) => level >= -SAME_LEVEL && level <= 1 + SAME_LEVEL)) &&
    none.every((level) => Math.abs(level - (full.length === INKS ? 0 : 1)) < SAME_WHITE) &&
    steps.every((step, at) =>
      step.every((level, place) => {
        const [from = 0, to = 0] = [none[place], full[place]];
        return Math.abs(level - from - ((to - from) * at) / (steps.length - 1)) < SAME_TINT;
      }),
    );
  const own = PROCESS[ink ?? ""];
  if (own === undefined) {
    return isPlain || ink === "All";
  }
  return own.length === full.length
    ? none.every((level) => level === 0) && full.every((level, at) => Math.abs(level - (own[at] ?? 0)) < SAME_WHITE)
    : ink !== "Black" || ((none[0] ?? 0) > 1 - SAME_WHITE && (full[0] ?? 1) < SAME_WHITE);
}
