import { constants, deflateSync, inflateSync } from "node:zlib";
import type { PdfDocument } from "@/lib/pdf/document";
import { decodeRaw, decodesAlike, filtersOf, FULL_FILTER_NAMES } from "@/lib/pdf/filters-of";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { sliceOf, type IndirectObject, type PdfDict, type PdfString, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfName, pdfRef } from "@/lib/pdf/syntax/serialize";
import { decodeString } from "@/lib/pdf/syntax/text-string";

/** Returns the new number of the referenced object, or null for a dangling reference. */
export type Renumber = (num: number) => number | null;

const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const PLAIN_HEX = /^<[0-9a-fA-F\s\0]*>$/;
const LINE_LENGTH = 100;

/** Replacement text for a dictionary's entries. Null removes an entry. */
export type Edits = Readonly<Record<string, string | null>>;

/**
 * A value in the syntax of ISO 32000-2, 7.3, with new object numbers: each key once, generation 0, `null` for dangling
 * references and invalid keywords. Latin-1.
 */
export function canonicalValue(value: PdfValue, bytes: Buffer, renumber: Renumber): string {
  switch (value.kind) {
    case "dict":
      return canonicalDict(value, bytes, renumber);
    case "array":
      return `[${value.items.map((item) => canonicalValue(item, bytes, renumber)).join(" ")}]`;
    case "ref": {
      const num = renumber(value.num);
      return num === null ? "null" : pdfRef(num);
    }
    case "name":
      return pdfName(value.value);
    case "string":
      return canonicalString(value, bytes);
    case "number":
      return canonicalNumber(value.value, sliceOf(bytes, value).toString("latin1"));
    case "bool":
      return String(value.value);
    default:
      return "null";
  }
}

export function canonicalDict(dict: PdfDict, bytes: Buffer, renumber: Renumber, edits: Edits = {}): string {
  let text = "<<";
  let lineStart = 0;
  for (const [key, value] of dict.entries) {
    const written = edits[key] === undefined ? canonicalValue(value, bytes, renumber) : "null";
    // A null entry equals a missing one (ISO 32000-2, 7.3.7), but not every reader implements that.
    if (written !== "null") {
      text += `${pdfName(key)} ${written}`;
    }
    if (text.length - lineStart > LINE_LENGTH) {
      text += "\n";
      lineStart = text.length;
    }
  }
  for (const [key, value] of Object.entries(edits)) {
    text += value === null ? "" : `/${key} ${value}`;
  }
  return `${text}>>`;
}

/**
 * A literal string is balanced, or it would not have been read. Readers differ on invalid characters in a hexadecimal
 * one.
 */
function canonicalString(value: PdfString, bytes: Buffer): string {
  const written = sliceOf(bytes, value).toString("latin1");
  return !value.hex || PLAIN_HEX.test(written) ? written : `<${decodeString(bytes, value).toString("hex")}>`;
}

function canonicalNumber(value: number, written: string): string {
  if (PLAIN_NUMBER.test(written)) {
    return written;
  }
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(6);
}

/** The rewritten form of a stream: entries to change, and its data, or the range of the file to copy it from. */
interface CanonicalStream {
  edits: Edits;
  data: Buffer | { offset: number; length: number };
}

/**
 * Removes entries about data outside the stream (ISO 32000-2, table 5), and abbreviated names that are meant for inline
 * images but that some readers accept.
 */
const OUTSIDE = { F: null, FFilter: null, FDecodeParms: null, DP: null, DL: null } as const;
const END = "endstream";

/**
 * Data that every reader decodes alike is copied. Other data is decoded as far as possible and deflated again. Data
 * that we cannot decode (images, unknown filters) is copied with the full names of its filters.
 */
export function canonicalStream(document: PdfDocument, object: IndirectObject & { value: PdfDict }): CanonicalStream {
  const place = dataOf(document, object);
  const { names, isPlain, isDecodable } = filtersOf(document, object);
  const full = names.map((name) => FULL_FILTER_NAMES[name] ?? name);
  const needsLook = full.length > 0 && isDecodable && place.length <= document.limits.streamBytes;
  const raw = needsLook ? document.source.read(place.offset, place.length) : null;
  const wanted = { dict: object.value, maxBytes: document.limits.streamBytes };
  if (raw !== null && !(isPlain && decodesAlike(document, full, raw, wanted))) {
    return deflated(decodeAsFarAsPossible(document, raw, object.value, full));
  }
  const filter = isPlain ? {} : { Filter: full.length === 0 ? null : `[${full.map(pdfName).join(" ")}]` };
  return { edits: { ...OUTSIDE, ...filter, Length: String(place.length) }, data: place };
}

/** The decoded content, in a form that every reader draws alike. */
export function decodedContent(document: PdfDocument, object: IndirectObject & { value: PdfDict }): Buffer {
  const { offset, length } = dataOf(document, object);
  const { names, isDecodable } = filtersOf(document, object);
  if (length > document.limits.streamBytes) {
    throw new PdfError("too_large", `a content stream of ${length} bytes`);
  }
  const raw = document.source.read(offset, length);
  if (names.length === 0) {
    return raw;
  }
  if (!isDecodable) {
    throw new PdfError("damaged", "content behind a filter that does not exist or is one of pictures");
  }
  return decodeAsFarAsPossible(
    document,
    raw,
    object.value,
    names.map((name) => FULL_FILTER_NAMES[name] ?? name),
  );
}

/** A stream for data in memory, in the form that `canonicalStream` writes. */
export function deflated(data: Buffer): CanonicalStream {
  const bytes = deflateSync(data);
  return {
    edits: { ...OUTSIDE, DecodeParms: null, Filter: "/FlateDecode", Length: String(bytes.length) },
    data: bytes,
  };
}

/**
 * Uses /Length if `endstream` follows there, and otherwise the next `endstream`: a length that is too short truncates
 * the data, and one that is too long includes what follows.
 */
function dataOf(document: PdfDocument, object: IndirectObject): { offset: number; length: number } {
  const offset = object.streamStart;
  const length = document.number(object.value.kind === "dict" ? object.value.entries.get("Length") : undefined);
  if (length !== null && Number.isInteger(length) && length >= 0 && offset + length <= document.source.size) {
    const behind = document.source
      .read(offset + length, Math.min(16, document.source.size - offset - length))
      .toString("latin1");
    if (/^\s{0,4}endstream/.test(behind)) {
      return { offset, length };
    }
  }
  return { offset, length: lengthByLooks(document, offset) };
}

const WINDOW = 1 << 20;

function lengthByLooks({ source }: PdfDocument, offset: number): number {
  for (let from = offset; from < source.size; from += WINDOW) {
    const bytes = source.read(from, Math.min(WINDOW + END.length, source.size - from));
    const at = bytes.indexOf(END);
    if (at >= 0) {
      const end = from + at;
      const before = source.read(Math.max(offset, end - 2), Math.min(2, end - offset)).toString("latin1");
      return end - offset - (/(?:\r\n|\n|\r)$/.exec(before)?.[0].length ?? 0);
    }
  }
  throw new PdfError("damaged", "a stream that does not end");
}

function decodeAsFarAsPossible(document: PdfDocument, raw: Buffer, dict: PdfDict, names: readonly string[]): Buffer {
  try {
    return decodeRaw(document, raw, dict);
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== "damaged") {
      throw error;
    }
  }
  if (names[0] !== "FlateDecode" || names.length > 1) {
    throw new PdfError("damaged", "a stream that cannot be decoded");
  }
  const complete = wholePart(raw, document.limits.streamBytes);
  return decodeRaw(document, raw.subarray(0, complete), dict);
}

/** The part of broken deflated data that can be inflated, found by bisection. */
function wholePart(raw: Buffer, maxBytes: number): number {
  let [good, bad] = [0, raw.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      inflateSync(raw.subarray(0, middle), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return good;
}
