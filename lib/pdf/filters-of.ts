import { inflateSync } from "node:zlib";
import { decodeCoding, decodeStreamData, inflateChunk, isWholeLzw } from "@/lib/pdf/filters/filters";
import { areWholeRuns } from "@/lib/pdf/filters/filters-ascii";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { PdfDocument } from "./document";

/**
 * Filter names of ISO 32000-2, table 6. The abbreviations are meant for inline images (table 92), although many
 * readers accept them everywhere.
 */
export const FULL_FILTER_NAMES: Readonly<Record<string, string>> = {
  A85: "ASCII85Decode",
  AHx: "ASCIIHexDecode",
  CCF: "CCITTFaxDecode",
  DCT: "DCTDecode",
  Fl: "FlateDecode",
  LZW: "LZWDecode",
  RL: "RunLengthDecode",
};
const KNOWN: ReadonlySet<string> = new Set([...Object.values(FULL_FILTER_NAMES), "JBIG2Decode", "JPXDecode", "Crypt"]);
/** Filters that `decodeStreamData` supports. */
const DECODABLE: ReadonlySet<string> = new Set([
  "ASCII85Decode",
  "ASCIIHexDecode",
  "FlateDecode",
  "LZWDecode",
  "RunLengthDecode",
]);
const PREDICTORS: ReadonlySet<number> = new Set([1, 2, 10, 11, 12, 13, 14, 15]);

export interface StreamFilters {
  /** Names as written in the file. */
  names: string[];
  /** Every name is listed in table 6, its parameters fit, and the data is in this file. */
  isPlain: boolean;
  /** No filter is for images or encryption. */
  isDecodable: boolean;
}

/** Looks up the values of a stream's dictionary. */
export type ValueReader = Pick<PdfDocument, "resolve" | "name" | "locate">;

/** The filters of a stream, and whether all readers apply the same ones. */
export function filtersOf(
  document: ValueReader,
  { value, bytes }: Pick<IndirectObject, "value" | "bytes">,
): StreamFilters {
  const dict = value.kind === "dict" ? value : null;
  const filter = document.resolve(dict?.entries.get("Filter"));
  const items = filter === null || filter.kind === "null" ? [] : filter.kind === "array" ? filter.items : [filter];
  const names = items.map((item) => document.name(item) ?? "");
  const isInside = dict === null || !["F", "FFilter", "FDecodeParms", "DP"].some((key) => dict.entries.has(key));
  const hasPlainNames = names.length <= 8 && names.every((name) => KNOWN.has(name));
  const isDecodable = names.every((name) => DECODABLE.has(FULL_FILTER_NAMES[name] ?? name));
  return {
    names,
    isDecodable,
    isPlain: isInside && hasPlainNames && fitParameters(document, { dict, bytes }, filter, names.length),
  };
}

interface Owner {
  dict: PdfDict | null;
  bytes: Buffer;
}

function fitParameters(document: ValueReader, { dict, bytes }: Owner, filter: PdfValue | null, count: number): boolean {
  const parameters = document.locate(dict?.entries.get("DecodeParms"), bytes);
  if (parameters === null || parameters.value.kind === "null") {
    return true;
  }
  // If the filters are an array, programs ignore a single dictionary, even if the array has only one filter.
  if (parameters.value.kind === "dict") {
    return filter?.kind === "name" && isPlainSet(document, parameters.value, parameters.bytes);
  }
  if (parameters.value.kind === "array" && parameters.value.items.length === 0) {
    return true;
  }
  if (parameters.value.kind !== "array" || parameters.value.items.length !== count || filter?.kind !== "array") {
    return false;
  }
  return parameters.value.items.every((item) => {
    const own = document.locate(item, parameters.bytes);
    return (
      own === null ||
      own.value.kind === "null" ||
      (own.value.kind === "dict" && isPlainSet(document, own.value, own.bytes))
    );
  });
}

/**
 * Parameters of predictors and their values that every program accepts. Some programs reject more colours, other
 * depths, or numbers with a decimal point.
 */
const PLAIN_PARAMETERS: Readonly<Record<string, (value: number) => boolean>> = {
  Predictor: (value) => PREDICTORS.has(value),
  Colors: (value) => value >= 1 && value <= 32,
  BitsPerComponent: (value) => [1, 2, 4, 8, 16].includes(value),
  Columns: (value) => value >= 1,
  EarlyChange: (value) => value === 0 || value === 1,
};

function isPlainSet(document: ValueReader, parameters: PdfDict, bytes: Buffer): boolean {
  return (
    parameters.duplicates.length === 0 &&
    Object.entries(PLAIN_PARAMETERS).every(([key, isPlain]) => {
      const found = document.locate(parameters.entries.get(key), bytes);
      const written = found?.bytes.toString("latin1", found.value.start, found.value.end);
      return written === undefined || (/^\+?\d{1,10}$/.test(written) && isPlain(Number(written)));
    })
  );
}

/**
 * Whether every reader decodes the data to the same bytes: completely, and without parts that some skip. `raw` is
 * undecoded, and `dict` is the dictionary of its stream.
 */
export function decodesAlike(
  document: ValueReader,
  names: readonly string[],
  raw: Buffer,
  { dict, maxBytes }: { dict: PdfDict | null; maxBytes: number },
): boolean {
  try {
    let data = raw;
    return names.every((name, at) => {
      const early = earlyChangeOf(document, dict, at);
      const isAlike = isWhole(name, data, early, maxBytes);
      if (isAlike && at + 1 < names.length) {
        data = decodeCoding(name, data, early, maxBytes);
      }
      return isAlike;
    });
  } catch (error) {
    if (error instanceof PdfError) {
      return false;
    }
    throw error;
  }
}

/** Null bytes and form feeds are white space in the format, but PDFium and pdf.js end the data at them. */
const HEX_DATA = /^[0-9A-Fa-f \t\r\n]*>\s*$/;
const BASE_85_DATA = /^[!-uz \t\r\n]*~>\s*$/;

function isWhole(name: string, data: Buffer, earlyChange: number, maxBytes: number): boolean {
  switch (name) {
    case "FlateDecode":
      return inflatesWhole(data, maxBytes);
    case "LZWDecode":
      return isWholeLzw(data, earlyChange, maxBytes);
    case "ASCII85Decode":
      return BASE_85_DATA.test(withoutNulls(data));
    case "ASCIIHexDecode":
      return HEX_DATA.test(withoutNulls(data));
    case "RunLengthDecode":
      return areWholeRuns(data);
    default:
      return true;
  }
}

/** After the end mark, where every program has stopped, null bytes are padding. */
function withoutNulls(data: Buffer): string {
  const text = data.toString("latin1");
  const end = text.indexOf(">");
  return end < 0 ? text : text.slice(0, end) + text.slice(end).replaceAll("\0", " ");
}

function earlyChangeOf(document: ValueReader, dict: PdfDict | null, at: number): number {
  const written = document.resolve(dict?.entries.get("DecodeParms"));
  const own = written?.kind === "array" ? document.resolve(written.items[at]) : written;
  const early = own?.kind === "dict" ? document.resolve(own.entries.get("EarlyChange")) : null;
  return early?.kind === "number" ? early.value : 1;
}

function inflatesWhole(raw: Buffer, maxBytes: number): boolean {
  try {
    inflateSync(raw, { maxOutputLength: maxBytes, chunkSize: inflateChunk(raw.length) });
    return true;
  } catch (error) {
    // Data that is too large is refused when it is decoded.
    return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
  }
}

/** Like `decodeStreamData`, but follows the document's references. */
export function decodeRaw(document: PdfDocument, raw: Buffer, dict: PdfDict): Buffer {
  return decodeStreamData(raw, dict, (value) => document.resolve(value), document.limits.streamBytes);
}
