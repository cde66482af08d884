import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import { decodeCoding } from "@/lib/pdf/filters/filters";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { hasWholeRows } from "./fax-rows";
import { isPlainJbig2 } from "./jbig2";
import { isPlainJpeg2000 } from "./jpeg-2000";
import { isWrittenWhole } from "./plain-function";
import { codedBuffer, codedData, referredData, type CodedData } from "./stream-data";

/** Larger data is decoded only as far as the budget allows. */
const SMALL_RAW = 64 * 1024;
const SMALL_DECODED = 1 << 20;
/** The header of a JPEG is in its first bytes, or after comments, colour profiles and small previews. */
const LONGEST_HEADER = 8 << 20;
/** Limit for data between two filters of a chain. */
const LARGEST_BETWEEN = 16 << 20;
const FIRST_PNG_PREDICTOR = 10;

export interface ImageShape {
  width: number;
  height: number;
  bits: number;
  /** Null where the data itself defines it. */
  components: number | null;
}

export interface ImageData {
  shape: ImageShape;
  filters: readonly string[];
  budget: LookBudget;
}

type Coded = "DCTDecode" | "JPXDecode" | "JBIG2Decode" | "CCITTFaxDecode";

function isCoded(filter: string | undefined): filter is Coded {
  return ["DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"].includes(filter ?? "");
}

/** Whether the data of an image is complete, and, for image codings, such that every program decodes it alike. */
export function hasPlainData(document: PdfDocument, object: IndirectObject, image: ImageData): boolean {
  const { shape, filters, budget } = image;
  const { offset, length } = document.rawStream(object);
  const last = filters.at(-1);
  if (filters.length === 1 && (last === "DCTDecode" || last === "JPXDecode")) {
    const data = codedData(length, (at, bytes) => document.source.read(offset + at, Math.min(length - at, bytes)));
    return isPlainCoding(document, object, last, data, shape);
  }
  const rowBytes = Math.ceil((shape.width * shape.bits * (shape.components ?? 1)) / 8);
  const expected = rowBytes * shape.height;
  if (filters.length === 0) {
    return length >= expected;
  }
  const isSmall = length <= SMALL_RAW && expected <= SMALL_DECODED;
  const wanted = isCoded(last) ? length : expected;
  if (!(isSmall ? budget.mayLookAtSmallData(wanted) : budget.mayLookAtData(Math.max(wanted, length)))) {
    return true;
  }
  const raw = document.source.read(offset, length);
  const steps = stepsOf(document, object, filters);
  if (isCoded(last)) {
    const data = undoSteps(raw, steps.slice(0, -1), LONGEST_HEADER);
    return Buffer.isBuffer(data) ? isPlainCoding(document, object, last, codedBuffer(data), shape) : data === "more";
  }
  const needed = expected + (steps.at(-1)?.isPngPredicted === true ? shape.height : 0);
  const data = undoSteps(raw, steps, needed);
  return data === "more" || (Buffer.isBuffer(data) && data.length >= needed);
}

function isPlainCoding(
  document: PdfDocument,
  object: IndirectObject,
  filter: Coded,
  data: CodedData,
  shape: ImageShape,
): boolean {
  try {
    switch (filter) {
      case "DCTDecode":
        return hasWholeTransform(document, object) && isPlainJpeg(data, shape);
      case "JPXDecode":
        return isPlainJpeg2000(data, shape);
      case "JBIG2Decode":
        return shape.bits === 1 && shape.components === 1 && isPlainJbig2(data, globalsOf(document, object), shape);
      default:
        return shape.bits === 1 && shape.components === 1 && isPlainFax(document, object, data, shape);
    }
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}

/** The parameters of the last filter. */
function lastParameters(document: PdfDocument, { value, bytes }: IndirectObject): Located<PdfDict> | null {
  const entries = value.kind === "dict" ? value.entries : null;
  const list = document.array(entries?.get("DecodeParms"), bytes);
  return list ? document.dict(list.value.items.at(-1), list.bytes) : document.dict(entries?.get("DecodeParms"), bytes);
}

/**
 * Data that several images share (7.4.7). Null if there is none. Empty, and thus invalid JBIG2 data, if it cannot be
 * decoded.
 */
function globalsOf(document: PdfDocument, object: IndirectObject): CodedData | null {
  const shared = lastParameters(document, object)?.value.entries.get("JBIG2Globals");
  if (shared === undefined) {
    return null;
  }
  const data = referredData(document, shared);
  if (data === null) {
    throw new RangeError("no shared data");
  }
  return codedBuffer(data);
}

function isPlainFax(document: PdfDocument, object: IndirectObject, data: CodedData, shape: ImageShape): boolean {
  const parameters = lastParameters(document, object);
  const entries = parameters?.value.entries;
  const isTrue = (key: string): boolean => {
    const value = document.resolve(entries?.get(key));
    return value?.kind === "bool" && value.value;
  };
  const k = document.number(entries?.get("K")) ?? 0;
  return (
    ["K", "Columns", "Rows"].every((key) =>
      isWrittenWhole(document, entries?.get(key), parameters?.bytes ?? object.bytes),
    ) &&
    !(k < 0 && isTrue("EndOfLine")) &&
    hasWholeRows(data.read(0, data.length), {
      k,
      columns: shape.width,
      rows: shape.height,
      isAligned: isTrue("EncodedByteAlign"),
      isEnded: isTrue("EndOfLine"),
    })
  );
}

function hasWholeTransform(document: PdfDocument, object: IndirectObject): boolean {
  const parameters = lastParameters(document, object);
  return (
    parameters === null || isWrittenWhole(document, parameters.value.entries.get("ColorTransform"), parameters.bytes)
  );
}

/**
 * The frame of a JPEG must match the shape of the image, and its end must be present, because otherwise poppler shows
 * no image. A frame beyond the limit is not searched for.
 */
function isPlainJpeg(data: CodedData, { width, height, components }: ImageShape): boolean {
  const frame = frameWithin(data, SMALL_RAW) ?? (data.length > SMALL_RAW ? frameWithin(data, LONGEST_HEADER) : null);
  return frame === null
    ? data.length > LONGEST_HEADER
    : frame.width === width &&
        frame.height === height &&
        (components === null || frame.components === components) &&
        !frame.isNamedByColour &&
        frame.isUsual &&
        data.read(Math.max(0, data.length - SMALL_RAW), Math.min(data.length, SMALL_RAW)).includes(END_OF_JPEG);
}

interface JpegFrame {
  /** Baseline, extended or progressive, with Huffman codes and 8 bits, which every program decodes. */
  isUsual: boolean;
  width: number;
  height: number;
  components: number;
  /**
   * The components are named R, G and B and nothing else defines the colour space, so some programs take them as
   * these colours.
   */
  isNamedByColour: boolean;
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);
/** The segment that states how colours were transformed. */
const ADOBE = 0xee;
const COLOUR_NAMES = "RGB";
const BYTES_OF_COMPONENT = 3;
const MARKER = 0xff;
const LAST_USUAL_FRAME = 0xc2;
const BITS_OF_SAMPLE = 8;
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

function frameWithin(data: CodedData, bytes: number): JpegFrame | null {
  try {
    return jpegFrame(data.read(0, Math.min(data.length, bytes)));
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

/** The frame header (ITU-T T.81, B.2.2). */
function jpegFrame(data: Buffer): JpegFrame | null {
  if (data.readUInt16BE(0) !== 0xffd8) {
    return null;
  }
  let hasTransform = false;
  for (let pos = 2; data[pos] === MARKER;) {
    const marker = data[pos + 1] ?? 0;
    if (marker === MARKER) {
      pos += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return {
        isUsual: marker <= LAST_USUAL_FRAME && data.readUInt8(pos + 4) === BITS_OF_SAMPLE,
        height: data.readUInt16BE(pos + 5),
        width: data.readUInt16BE(pos + 7),
        components: data.readUInt8(pos + 9),
        isNamedByColour:
          !hasTransform &&
          [...COLOUR_NAMES].every((name, place) => data[pos + 10 + place * BYTES_OF_COMPONENT] === name.charCodeAt(0)),
      };
    } else {
      hasTransform ||= marker === ADOBE && data.toString("latin1", pos + 4, pos + 9) === "Adobe";
      pos += 2 + data.readUInt16BE(pos + 2);
    }
  }
  return null;
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

/**
 * The data after the filters, without undoing predictors. `more` if it exceeds `maxBytes`, `broken` if it cannot be
 * decoded.
 */
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
