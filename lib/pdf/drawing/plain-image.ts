import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import { FULL_FILTER_NAMES } from "@/lib/pdf/filters-of";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { hasPlainData, type ImageShape } from "./image-data";
import { isWrittenWhole, numbersAt } from "./plain-function";
import { judgeSpace } from "./plain-space";

const DEPTHS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);
const DEEPEST_OF_TABLE = 8;
const DEPTH_OF_JPEG = 8;
const LARGEST_SIDE = 65_535;
const SHORT_NAMES = ["W", "H", "BPC", "CS", "D", "IM", "I"];

/** Whether all programs show the same for an image XObject (8.9.5) and its masks. */
export function isPlainImage(document: PdfDocument, object: IndirectObject, budget: LookBudget): boolean {
  if (object.value.kind !== "dict" || object.streamStart < 0) {
    return false;
  }
  const dict: Located<PdfDict> = { ...object, value: object.value };
  const { entries } = dict.value;
  // Alternative pictures for a press, or from another file.
  if (entries.has("Alternates") || entries.has("OPI")) {
    return false;
  }
  // Abbreviated names of inline images, which pdf.js prefers to the full names.
  if (SHORT_NAMES.some((key) => entries.has(key))) {
    return false;
  }
  const stencil = document.resolve(entries.get("ImageMask"));
  if (stencil !== null && stencil.kind !== "bool" && stencil.kind !== "null") {
    return false;
  }
  const isStencil = stencil?.kind === "bool" && stencil.value;
  const filters = filterNames(document, entries.get("Filter"));
  const isJpx = filters.at(-1) === "JPXDecode";
  const shape = shapeOf(document, dict, isStencil, isJpx);
  return (
    shape !== null &&
    (!isJpx || hasPlainEntriesOfJpx(document, dict)) &&
    (filters.at(-1) !== "DCTDecode" || !entries.has("BitsPerComponent") || shape.bits === DEPTH_OF_JPEG) &&
    hasPlainDecode(document, dict, isStencil, shape) &&
    hasPlainParameters(document, dict, shape, filters) &&
    hasPlainData(document, object, { shape, filters, budget }) &&
    (isStencil
      ? !isThere(document, entries.get("SMask")) && !isThere(document, entries.get("Mask"))
      : hasPlainMasks(document, dict, shape, budget))
  );
}

function isThere(document: PdfDocument, value: PdfValue | undefined): boolean {
  const found = document.resolve(value);
  return value !== undefined && found !== null && found.kind !== "null";
}

function filterNames(document: PdfDocument, value: PdfValue | undefined): string[] {
  const found = document.resolve(value);
  const items = found?.kind === "array" ? found.items : found === null ? [] : [found];
  return items.flatMap((item) => document.name(item) ?? []).map((name) => FULL_FILTER_NAMES[name] ?? name);
}

function shapeOf(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  isStencil: boolean,
  isJpx: boolean,
): ImageShape | null {
  const [width, height, depth] = ["Width", "Height", "BitsPerComponent"].map(
    (key) => document.number(entries.get(key)) ?? 0,
  ) as [number, number, number];
  if (!["Width", "Height", "BitsPerComponent"].every((key) => isWrittenWhole(document, entries.get(key), bytes))) {
    return null;
  }
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST_SIDE)) {
    return null;
  }
  if (isStencil && !isJpx) {
    return depth === 1 || !entries.has("BitsPerComponent") ? { width, height, bits: 1, components: 1 } : null;
  }
  if (isJpx) {
    const named = entries.has("ColorSpace") ? judgeSpace(document, entries.get("ColorSpace"), bytes) : null;
    return isStencil || named?.isPlain === false
      ? null
      : { width, height, bits: 8, components: named?.components ?? null };
  }
  const space = judgeSpace(document, entries.get("ColorSpace"), bytes);
  // MuPDF reads samples of a Lab space with another range.
  if (document.name(document.array(entries.get("ColorSpace"), bytes)?.value.items[0]) === "Lab") {
    return null;
  }
  // A table has at most 256 colours, and programs use either the first or the second byte of a longer number
  // (8.6.6.3).
  const isTooDeep = space.highest !== null && depth > DEEPEST_OF_TABLE;
  return DEPTHS.has(depth) && !isTooDeep && space.isPlain && space.components !== null && !space.isPattern
    ? { width, height, bits: depth, components: space.components }
    : null;
}

const SPACES_OF_JPX: ReadonlySet<string> = new Set([
  "DeviceGray",
  "DeviceRGB",
  "DeviceCMYK",
  "CalGray",
  "CalRGB",
  "ICCBased",
]);

/**
 * JPEG 2000 data may define its own colours and opacity (7.4.9), and programs differ in how they combine these with
 * the entries of the dictionary: poppler and MuPDF ignore /Decode, MuPDF ignores a colour key mask, and each treats
 * opacity differently.
 */
function hasPlainEntriesOfJpx(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  const space = entries.get("ColorSpace");
  const family = document.name(document.array(space, bytes)?.value.items[0] ?? space);
  const ends = isThere(document, entries.get("Decode")) ? numbersAt(document, entries.get("Decode"), bytes) : [];
  return (
    (space === undefined || SPACES_OF_JPX.has(family ?? "")) &&
    ends?.every((end, at) => end === at % 2) === true &&
    (document.number(entries.get("SMaskInData")) ?? 0) === 0 &&
    document.array(entries.get("Mask"), bytes) === null
  );
}

function hasPlainDecode(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  isStencil: boolean,
  { bits, components }: ImageShape,
): boolean {
  if (!isThere(document, entries.get("Decode"))) {
    return true;
  }
  const ends = numbersAt(document, entries.get("Decode"), bytes);
  // MuPDF scales the indexes of a table differently otherwise.
  const isTable = !isStencil && judgeSpace(document, entries.get("ColorSpace"), bytes).highest !== null;
  return (
    ends !== null &&
    (components === null || ends.length === components * 2) &&
    (!isTable || (Math.min(...ends) === 0 && Math.max(...ends) === 2 ** bits - 1)) &&
    (!isStencil || (ends[0] !== ends[1] && ends.every((end) => end === 0 || end === 1)))
  );
}

/** The row length of predictors and fax decoders must match the image. */
function hasPlainParameters(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  { width, height, bits, components }: ImageShape,
  filters: readonly string[],
): boolean {
  const list = document.array(entries.get("DecodeParms"), bytes);
  const items = list?.value.items ?? [entries.get("DecodeParms")];
  return filters.every((filter, at) => {
    const own = document.dict(items[at], list?.bytes ?? bytes)?.value.entries;
    const number = (key: string, otherwise: number): number => document.number(own?.get(key)) ?? otherwise;
    if (filter === "CCITTFaxDecode") {
      return number("Columns", 1728) === width && [0, height].includes(number("Rows", 0));
    }
    const isPredicted =
      (filter === "FlateDecode" || filter === "LZWDecode") && at === filters.length - 1 && number("Predictor", 1) > 1;
    return (
      !isPredicted ||
      (number("Columns", 1) === width &&
        number("Colors", 1) === (components ?? 1) &&
        number("BitsPerComponent", 8) === bits)
    );
  });
}

function hasPlainMasks(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  shape: ImageShape,
  budget: LookBudget,
): boolean {
  const soft = entries.get("SMask");
  const hard = entries.get("Mask");
  return (
    (!isThere(document, soft) || isPlainSoftMask(document, soft, shape, budget)) &&
    (!isThere(document, hard) || isPlainMask(document, { value: hard, bytes }, shape, budget))
  );
}

function isPlainSoftMask(
  document: PdfDocument,
  value: PdfValue | undefined,
  { width, height }: ImageShape,
  budget: LookBudget,
): boolean {
  const mask = value?.kind === "ref" ? document.load(value.num) : null;
  const entries = mask?.value.kind === "dict" ? mask.value.entries : null;
  if (!mask || !entries || entries.has("SMask") || entries.has("Mask") || entries.has("ImageMask")) {
    return false;
  }
  const isSameSize =
    document.number(entries.get("Width")) === width && document.number(entries.get("Height")) === height;
  return (
    (isSameSize || !entries.has("Matte")) &&
    // For JPEG 2000 data it may be missing, but then poppler ignores the mask.
    entries.has("BitsPerComponent") &&
    ["DeviceGray", "G"].includes(document.name(entries.get("ColorSpace")) ?? "") &&
    isPlainImage(document, mask, budget)
  );
}

function isPlainMask(
  document: PdfDocument,
  { value, bytes }: { value: PdfValue | undefined; bytes: Buffer },
  { bits, components }: ImageShape,
  budget: LookBudget,
): boolean {
  const keyed = numbersAt(document, value, bytes);
  if (keyed !== null) {
    return (
      (components === null || keyed.length === components * 2) &&
      keyed.every(
        (level, at) =>
          Number.isInteger(level) && level >= (at % 2 === 0 ? 0 : (keyed[at - 1] ?? 0)) && level < 2 ** bits,
      ) &&
      hasIntegers(document, value, bytes)
    );
  }
  const mask = value?.kind === "ref" ? document.load(value.num) : null;
  const entries = mask?.value.kind === "dict" ? mask.value.entries : null;
  const stencil = document.resolve(entries?.get("ImageMask"));
  return mask !== null && stencil?.kind === "bool" && stencil.value && isPlainImage(document, mask, budget);
}

/** `0.0` is a number, but not every program accepts it as a level. */
function hasIntegers(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const list = document.array(value, bytes);
  return (
    list?.value.items.every(
      (item) => item.kind === "ref" || /^\+?\d+$/.test(list.bytes.toString("latin1", item.start, item.end)),
    ) ?? false
  );
}
