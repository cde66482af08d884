import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { isPlainFunction, numbersAt } from "./plain-function";
import { isPlainMesh } from "./plain-mesh";
import { judgeSpace } from "./plain-space";

/** Colour spaces in which some programs interpolate before conversion to RGB and others afterwards. */
const BLENDED_APART: ReadonlySet<string> = new Set(["Indexed", "I", "Separation", "DeviceN", "Lab"]);
const MESHES: ReadonlySet<number> = new Set([4, 5, 6, 7]);
/** If tiles are farther apart than this, MuPDF draws the first one, and the others draw none. */
const LARGEST_STEP = 32_767;
const LARGEST_CALCULATION = 65_536;
/** Operators of a calculator function (7.10.5) that are defined for all operands. */
const SAFE_WORDS: ReadonlySet<string> = new Set([
  "abs",
  "add",
  "ceiling",
  "cos",
  "cvi",
  "cvr",
  "floor",
  "mul",
  "neg",
  "round",
  "sin",
  "sub",
  "truncate",
  "false",
  "ge",
  "gt",
  "le",
  "lt",
  "true",
  "if",
  "ifelse",
  "copy",
  "dup",
  "exch",
  "index",
  "pop",
  "roll",
  "{",
  "}",
]);
/** Operators whose second operand must be a literal number other than zero. */
const DIVISIONS: ReadonlySet<string> = new Set(["div", "idiv", "mod", "exp"]);
/** Operators for booleans. As for numbers, they accept only integers. */
const LOGIC: ReadonlySet<string> = new Set(["not", "and", "or"]);

/** A value and the bytes that contain it. */
interface Written {
  value: PdfValue;
  bytes: Buffer;
}

/** Whether all programs draw a shading (8.7.4) alike. */
export function isPlainShading(document: PdfDocument, { value, bytes }: Written, budget: LookBudget): boolean {
  const found = document.dict(value, bytes);
  if (found === null) {
    return false;
  }
  const { entries } = found.value;
  const type = document.number(entries.get("ShadingType")) ?? 0;
  const space = judgeSpace(document, entries.get("ColorSpace"), found.bytes);
  const family = document.name(document.array(entries.get("ColorSpace"), found.bytes)?.value.items[0]) ?? "";
  if (!space.isPlain || space.components === null || space.isPattern || (type < 4 && BLENDED_APART.has(family))) {
    return false;
  }
  if (entries.has("Background") && (type < 2 || type > 3)) {
    return false;
  }
  if (MESHES.has(type)) {
    const isColoured = entries.has("Function");
    return (
      !space.isInk &&
      (!isColoured || isPlainColouring(document, found, space.components)) &&
      isPlainMesh(document, value, { type, components: isColoured ? 1 : space.components, isColoured }, budget)
    );
  }
  return (
    hasCoordinates(document, found, type) &&
    hasPlainEnds(document, found) &&
    isPlainColouring(document, found, space.components)
  );
}

/**
 * Whether shadings of types 1 to 3 have the numbers they need: none, the two ends of a line, or two circles that are
 * not both points.
 */
function hasCoordinates(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>, type: number): boolean {
  if (type === 1) return true;
  const coordinates = numbersAt(document, entries.get("Coords"), bytes);
  if (type === 2) return coordinates?.length === 4;
  const [, , from = 0, , , to = 0] = coordinates ?? [];
  return type === 3 && coordinates?.length === 6 && from >= 0 && to >= 0 && from + to > 0;
}

function hasPlainEnds(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  const extend = document.array(entries.get("Extend"), bytes);
  const domain = entries.has("Domain") ? numbersAt(document, entries.get("Domain"), bytes) : [0, 1];
  return (
    (!entries.has("Extend") ||
      (extend?.value.items.length === 2 &&
        extend.value.items.every((end) => document.resolve(end)?.kind === "bool"))) &&
    domain !== null &&
    (domain[1] ?? 0) > (domain[0] ?? 0)
  );
}

function isPlainColouring(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  components: number,
): boolean {
  const several = document.array(entries.get("Function"), bytes);
  return several === null
    ? isSound(document, entries.get("Function"), bytes, components)
    : several.value.items.length === components &&
        several.value.items.every((one) => isSound(document, one, several.bytes, 1));
}

function isSound(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer, outputs: number): boolean {
  return isPlainFunction(document, value, bytes, outputs) && isPlainCalculation(document, value);
}

/** True also for functions of other types. */
export function isPlainCalculation(document: PdfDocument, value: PdfValue | undefined): boolean {
  const object = value?.kind === "ref" ? document.load(value.num) : null;
  if (object?.value.kind !== "dict" || document.number(object.value.entries.get("FunctionType")) !== 4) {
    return true;
  }
  try {
    const words =
      document
        .decodedStream(object)
        .toString("latin1", 0, LARGEST_CALCULATION)
        .replaceAll(/%[^\r\n]*/g, " ")
        .match(/[{}]|[^\s{}\0]+/g) ?? [];
    const isBraced = words[0] === "{" && words.at(-1) === "}";
    return isBraced && words.every((word, at) => isSafe(word, words[at - 1] ?? "", words[at - 2] ?? ""));
  } catch (error) {
    if (error instanceof PdfError) {
      return false;
    }
    throw error;
  }
}

function isSafe(word: string, last: string, beforeLast: string): boolean {
  if (LOGIC.has(word)) {
    return !isNumber(last);
  }
  return (
    SAFE_WORDS.has(word) ||
    isNumber(word) ||
    (DIVISIONS.has(word) && isNumber(last) && Number(last) !== 0 && !beforeLast.startsWith("-"))
  );
}

function isNumber(word: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word);
}

/**
 * The number of operands, besides the name, that specify a pattern and its colour, or null if programs draw the
 * pattern differently (8.7). `base` is the number of components of the underlying space.
 */
export function coloursOfPattern(
  document: PdfDocument,
  object: IndirectObject | Located<PdfDict>,
  { base, isPlainShading }: { base: number | null; isPlainShading: (shading: Written) => boolean },
): number | null {
  if (object.value.kind !== "dict") {
    return null;
  }
  const {
    value: { entries },
    bytes,
  } = { ...object, value: object.value };
  const matrix = entries.has("Matrix") ? numbersAt(document, entries.get("Matrix"), bytes) : [1, 0, 0, 1, 0, 0];
  const [a = 0, b = 0, c = 0, d = 0] = matrix ?? [];
  if (matrix?.length !== 6 || a * d - b * c === 0) {
    return null;
  }
  if (document.number(entries.get("PatternType")) === 2) {
    const shading = entries.get("Shading");
    return shading !== undefined && isPlainShading({ value: shading, bytes }) && !entries.has("ExtGState") ? 0 : null;
  }
  const box = numbersAt(document, entries.get("BBox"), bytes);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box ?? [];
  const steps = ["XStep", "YStep"].every((key) => {
    const step = Math.abs(document.number(entries.get(key)) ?? 0);
    return step > 0 && step <= LARGEST_STEP;
  });
  const paint = document.number(entries.get("PaintType"));
  const isTile =
    "streamStart" in object &&
    object.streamStart >= 0 &&
    x1 > x0 &&
    y1 > y0 &&
    steps &&
    document.dict(entries.get("Resources"), bytes) !== null;
  return !isTile ? null : paint === 1 ? 0 : paint === 2 ? base : null;
}
