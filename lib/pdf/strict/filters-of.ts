import { inflateSync } from "node:zlib";
import type { PdfDocument } from "@/lib/pdf/document";
import { decodeStreamData, inflateChunk } from "@/lib/pdf/filters/filters";
import type { IndirectObject, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** Names of ISO 32000-2, table 6. The abbreviations belong into inline images (table 92), though many readers accept them everywhere. */
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
  /** As written. */
  names: string[];
  /** Every name is one of table 6, its parameters fit, and the data are in this file. */
  isPlain: boolean;
  /** No filter of images or of encryption among them. */
  isDecodable: boolean;
}

/** Which filters a stream has, and whether all readers apply the same ones. */
export function filtersOf(document: PdfDocument, { value }: IndirectObject): StreamFilters {
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
    isPlain: isInside && hasPlainNames && fitParameters(document, dict, filter, names.length),
  };
}

function fitParameters(document: PdfDocument, dict: PdfDict | null, filter: PdfValue | null, count: number): boolean {
  const parameters = document.resolve(dict?.entries.get("DecodeParms"));
  if (parameters === null || parameters.kind === "null") {
    return true;
  }
  if (parameters.kind === "dict") {
    return count === 1 && isPlainSet(document, parameters);
  }
  if (parameters.kind === "array" && parameters.items.length === 0) {
    return true;
  }
  if (parameters.kind !== "array" || parameters.items.length !== count || filter?.kind !== "array") {
    return false;
  }
  return parameters.items.every((item) => {
    const own = document.resolve(item);
    return own === null || own.kind === "null" || (own.kind === "dict" && isPlainSet(document, own));
  });
}

function isPlainSet(document: PdfDocument, parameters: PdfDict): boolean {
  const predictor = parameters.entries.get("Predictor");
  const value = document.number(predictor);
  return parameters.duplicates.length === 0 && (predictor === undefined || (value !== null && PREDICTORS.has(value)));
}

/** Whether every reader decodes the data to the same bytes: whole, with nothing among them that some skip. `raw` is undecoded. */
export function decodesAlike(names: readonly string[], raw: Buffer, maxBytes: number): boolean {
  const [first] = names;
  if (first === "FlateDecode") {
    return inflatesWhole(raw, maxBytes);
  }
  if (first === "ASCII85Decode") {
    return /^[!-uz\s\0]*~>[\s\0]*$/.test(raw.toString("latin1"));
  }
  if (first === "ASCIIHexDecode") {
    return /^[0-9A-Fa-f\s\0]*>[\s\0]*$/.test(raw.toString("latin1"));
  }
  return true;
}

function inflatesWhole(raw: Buffer, maxBytes: number): boolean {
  try {
    inflateSync(raw, { maxOutputLength: maxBytes, chunkSize: inflateChunk(raw.length) });
    return true;
  } catch (error) {
    // Oversized data is refused when it is decoded.
    return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
  }
}

/** As `decodeStreamData`, with the references of the document followed. */
export function decodeRaw(document: PdfDocument, raw: Buffer, dict: PdfDict): Buffer {
  return decodeStreamData(raw, dict, (value) => document.resolve(value), document.limits.streamBytes);
}
