import { constants, deflateSync, inflateSync } from "node:zlib";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { decodeRaw, decodesAlike, filtersOf, FULL_FILTER_NAMES } from "@/lib/pdf/strict/filters-of";
import type { IndirectObject, PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfName } from "@/lib/pdf/syntax/serialize";
import type { Edits } from "./canonical-value";

/** The rewritten form of a stream: entries to change, and its data, or the range of the file to copy it from. */
export interface CanonicalStream {
  edits: Edits;
  data: Buffer | { offset: number; length: number };
}

/** Data of this or any other file that nothing in the stream itself says (ISO 32000-2, table 5); the names of inline images, which some readers take. */
const OUTSIDE = { F: null, FFilter: null, FDecodeParms: null, DP: null, DL: null } as const;
const END = "endstream";

/**
 * Data that every reader decodes alike is copied; other data is decoded as far as possible and deflated again. Data that we cannot decode
 * (images, unknown filters) is copied under the full names of its filters.
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

/** The decoded content, to be drawn by every reader alike. */
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

/** As `canonicalStream` writes data that it has in its hands. */
export function deflated(data: Buffer): CanonicalStream {
  const bytes = deflateSync(data);
  return {
    edits: { ...OUTSIDE, DecodeParms: null, Filter: "/FlateDecode", Length: String(bytes.length) },
    data: bytes,
  };
}

/** By /Length where `endstream` stands there, else up to the next `endstream`: a length too short cuts off, one too long draws what is behind. */
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
  const whole = wholePart(raw, document.limits.streamBytes);
  return decodeRaw(document, raw.subarray(0, whole), dict);
}

/** How much of deflated data can be inflated before they break, found by halves. */
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
