import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { decodeCoding } from "@/lib/pdf/filters/filters";
import type { LookBudget } from "@/lib/pdf/shadow/budget";
import { FULL_FILTER_NAMES } from "@/lib/pdf/strict/filters-of";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { numbersAt } from "./plain-function";
import { judgeSpace } from "./plain-space";

const DEPTHS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);
const LARGEST_SIDE = 65_535;
/** Larger data are decoded to be counted as far as the budget reaches. */
const SMALL_RAW = 64 * 1024;
const SMALL_DECODED = 1 << 20;
/** The header of coded data lies in their first bytes, or behind comments, colour profiles and small previews. */
const LONGEST_HEADER = 8 << 20;
/** Data between two filters of a chain. */
const LARGEST_BETWEEN = 16 << 20;
const FIRST_PNG_PREDICTOR = 10;
/** A row of fax data takes a bit at least (ITU-T T.6, 2.2.1); two programs compare what it shows after the upload. */
const BITS = 8;

interface Shape {
  width: number;
  height: number;
  bits: number;
  /** Null where the data say it. */
  components: number | null;
}

/** Whether all programs show the same of an image XObject (8.9.5) and of its masks. */
export function isPlainImage(document: PdfDocument, object: IndirectObject, budget: LookBudget): boolean {
  if (object.value.kind !== "dict" || object.streamStart < 0) {
    return false;
  }
  const dict: Located<PdfDict> = { ...object, value: object.value };
  const { entries } = dict.value;
  // Pictures for a press, or of another file, in place of this one.
  if (entries.has("Alternates") || entries.has("OPI")) {
    return false;
  }
  const stencil = document.resolve(entries.get("ImageMask"));
  if (stencil !== null && stencil.kind !== "bool" && stencil.kind !== "null") {
    return false;
  }
  const isStencil = stencil?.kind === "bool" && stencil.value;
  const filters = filterNames(document, entries.get("Filter"));
  const shape = shapeOf(document, dict, isStencil, filters.at(-1) === "JPXDecode");
  return (
    shape !== null &&
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
): Shape | null {
  const [width, height, depth] = ["Width", "Height", "BitsPerComponent"].map(
    (key) => document.number(entries.get(key)) ?? 0,
  ) as [number, number, number];
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST_SIDE)) {
    return null;
  }
  if (isStencil) {
    return depth === 1 || !entries.has("BitsPerComponent") ? { width, height, bits: 1, components: 1 } : null;
  }
  if (isJpx) {
    return { width, height, bits: 8, components: null };
  }
  const space = judgeSpace(document, entries.get("ColorSpace"), bytes);
  return DEPTHS.has(depth) && space.isPlain && space.components !== null && !space.isPattern
    ? { width, height, bits: depth, components: space.components }
    : null;
}

function hasPlainDecode(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  isStencil: boolean,
  { components }: Shape,
): boolean {
  if (!isThere(document, entries.get("Decode"))) {
    return true;
  }
  const ends = numbersAt(document, entries.get("Decode"), bytes);
  return (
    ends !== null &&
    (components === null || ends.length === components * 2) &&
    (!isStencil || (ends[0] !== ends[1] && ends.every((end) => end === 0 || end === 1)))
  );
}

/** The row length of predictors and fax decoders must be that of the image. */
function hasPlainParameters(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  { width, height, bits, components }: Shape,
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

interface ImageData {
  shape: Shape;
  filters: readonly string[];
  budget: LookBudget;
}

function hasPlainData(document: PdfDocument, object: IndirectObject, { shape, filters, budget }: ImageData): boolean {
  const { offset, length } = document.rawStream(object);
  const last = filters.at(-1);
  if (filters.length === 1 && isCoded(last)) {
    const read = (bytes: number) => declaredByData(last, document.source.read(offset, Math.min(length, bytes)));
    const said = read(SMALL_RAW) ?? (length > SMALL_RAW ? read(LONGEST_HEADER) : null);
    return said === null ? length > LONGEST_HEADER : isSaidAlike(said, shape);
  }
  const rowBytes = Math.ceil((shape.width * shape.bits * (shape.components ?? 1)) / 8);
  const expected = rowBytes * shape.height;
  if (filters.length === 0) {
    return length >= expected;
  }
  const isSmall = length <= SMALL_RAW && expected <= SMALL_DECODED;
  const wanted = isCoded(last) || last === "CCITTFaxDecode" ? length : expected;
  if (!(isSmall ? budget.mayLookAtSmallData(wanted) : budget.mayLookAtData(Math.max(wanted, length)))) {
    return true;
  }
  const raw = document.source.read(offset, length);
  const steps = stepsOf(document, object, filters);
  if (last === "CCITTFaxDecode" || isCoded(last)) {
    const data = undoSteps(raw, steps.slice(0, -1), LONGEST_HEADER);
    if (!Buffer.isBuffer(data)) {
      return data === "more";
    }
    if (last === "CCITTFaxDecode") {
      return data.length * BITS >= shape.height;
    }
    const said = declaredByData(last, data);
    return said !== null && isSaidAlike(said, shape);
  }
  const needed = expected + (steps.at(-1)?.isPngPredicted === true ? shape.height : 0);
  const data = undoSteps(raw, steps, needed);
  return data === "more" || (Buffer.isBuffer(data) && data.length >= needed);
}

interface FilterStep {
  name: string;
  earlyChange: number;
  isPngPredicted: boolean;
}

function stepsOf(document: PdfDocument, object: IndirectObject, filters: readonly string[]): FilterStep[] {
  const written = object.value.kind === "dict" ? object.value.entries.get("DecodeParms") : undefined;
  const list = document.array(written, object.bytes);
  return filters.map((name, at) => {
    const own = document.dict(list ? list.value.items[at] : written, list?.bytes ?? object.bytes);
    const number = (key: string, otherwise: number): number =>
      document.number(own?.value.entries.get(key)) ?? otherwise;
    return {
      name,
      earlyChange: number("EarlyChange", 1),
      isPngPredicted: number("Predictor", 1) >= FIRST_PNG_PREDICTOR,
    };
  });
}

/** The data behind the filters, predictors not undone; `more` where they exceed `maxBytes`, `broken` where they cannot be decoded. */
function undoSteps(raw: Buffer, steps: readonly FilterStep[], maxBytes: number): Buffer | "more" | "broken" {
  let data = raw;
  for (const [index, { name, earlyChange }] of steps.entries()) {
    try {
      data = decodeCoding(name, data, earlyChange, index === steps.length - 1 ? maxBytes : LARGEST_BETWEEN);
    } catch (error) {
      if (!(error instanceof PdfError)) {
        throw error;
      }
      return error.code === "too_large" ? "more" : "broken";
    }
  }
  return data;
}

function isCoded(filter: string | undefined): filter is Coded {
  return filter === "DCTDecode" || filter === "JPXDecode" || filter === "JBIG2Decode";
}

function isSaidAlike(said: ImageHeader, { width, height, components }: Shape): boolean {
  return (
    said.width === width &&
    said.height === height &&
    (components === null || said.components === null || said.components === components)
  );
}

function hasPlainMasks(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  shape: Shape,
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
  { width, height }: Shape,
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
    ["DeviceGray", "G"].includes(document.name(entries.get("ColorSpace")) ?? "") &&
    isPlainImage(document, mask, budget)
  );
}

function isPlainMask(
  document: PdfDocument,
  { value, bytes }: { value: PdfValue | undefined; bytes: Buffer },
  { bits, components }: Shape,
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

/** `0.0` is a number, and not every program takes it for a level. */
function hasIntegers(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const list = document.array(value, bytes);
  return (
    list?.value.items.every(
      (item) => item.kind === "ref" || /^\+?\d+$/.test(list.bytes.toString("latin1", item.start, item.end)),
    ) ?? false
  );
}

interface ImageHeader {
  width: number;
  height: number;
  /** Null where the header does not say it. */
  components: number | null;
}

type Coded = "DCTDecode" | "JPXDecode" | "JBIG2Decode";
const MARKER = 0xff;
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const SIZE_MARKER = Buffer.from([MARKER, 0x4f, MARKER, 0x51]);
const PAGE_INFORMATION = 48;
const SEGMENT_HEADER = 11;
/** The segment flag for a page number of four bytes instead of one (7.2.6). */
const LONG_PAGE_NUMBER = 0x40;
const LONGER_BY = 3;
const UNKNOWN_HEIGHT = 0xffffffff;

/** Size declared in the coded data; null if it is not declared or the data is invalid. */
function declaredByData(filter: Coded, data: Buffer): ImageHeader | null {
  try {
    switch (filter) {
      case "DCTDecode":
        return ofJpeg(data);
      case "JPXDecode":
        return ofJpeg2000(data);
      default:
        return ofJbig2(data);
    }
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

/** The frame header (ITU-T T.81, B.2.2). */
function ofJpeg(data: Buffer): ImageHeader | null {
  if (data.readUInt16BE(0) !== 0xffd8) {
    return null;
  }
  for (let pos = 2; data[pos] === MARKER;) {
    const marker = data[pos + 1] ?? 0;
    if (marker === MARKER) {
      pos += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return {
        height: data.readUInt16BE(pos + 5),
        width: data.readUInt16BE(pos + 7),
        components: data.readUInt8(pos + 9),
      };
    } else {
      pos += 2 + data.readUInt16BE(pos + 2);
    }
  }
  return null;
}

/** The first marker segment of the codestream (ISO 15444-1, A.5.1). Its components may include opacity, so their number is not returned. */
function ofJpeg2000(data: Buffer): ImageHeader | null {
  const at = data.indexOf(SIZE_MARKER);
  if (at < 0) {
    return null;
  }
  const [right, bottom, left, top] = [8, 12, 16, 20].map((offset) => data.readUInt32BE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  return { width: right - left, height: bottom - top, components: null };
}

/** The segment with the page's size (ISO 14492, 7.4.8), which comes first. A striped page may say its height at its end. */
function ofJbig2(data: Buffer): ImageHeader | null {
  if (((data[4] ?? 0) & 63) !== PAGE_INFORMATION) {
    return null;
  }
  const at = SEGMENT_HEADER + (((data[4] ?? 0) & LONG_PAGE_NUMBER) === 0 ? 0 : LONGER_BY);
  const [width, height] = [data.readUInt32BE(at), data.readUInt32BE(at + 4)];
  return height === UNKNOWN_HEIGHT ? null : { width, height, components: 1 };
}
