import { constants, inflateSync } from "node:zlib";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeLzw } from "./filter-lzw";
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from "./filters-ascii";
import { inflateChunk } from "./inflate-chunk";
import { undoPredictor } from "./predictor";

/** Follows references; the identity where nothing can be looked up yet. */
export type Resolver = (value: PdfValue | undefined) => PdfValue | null;

/** More filters on one stream than any writer uses means a bomb. */
const MAX_FILTERS = 8;

/**
 * Undoes a stream's filters (ISO 32000-2, 7.4), each step's output capped at `maxBytes`.
 * Throws PdfError `too_large` at the cap, `damaged` for broken data and for filters of images and encryption.
 */
export function decodeStreamData(raw: Buffer, dict: PdfDict, resolve: Resolver, maxBytes: number): Buffer {
  const names = listOf(dict.entries.get("Filter"), resolve);
  const parameters = listOf(dict.entries.get("DecodeParms"), resolve);
  if (names.length > MAX_FILTERS) {
    throw new PdfError("too_large", `${names.length} filters on one stream`);
  }
  let data = raw;
  names.forEach((name, index) => {
    const own = parameters[index] ?? null;
    data = decodeOne(
      name?.kind === "name" ? name.value : "",
      data,
      own?.kind === "dict" ? own : null,
      resolve,
      maxBytes,
    );
  });
  return data;
}

function listOf(value: PdfValue | undefined, resolve: Resolver): (PdfValue | null)[] {
  const resolved = resolve(value);
  if (resolved === null || resolved.kind === "null") {
    return [];
  }
  return resolved.kind === "array" ? resolved.items.map((item) => resolve(item)) : [resolved];
}

function decodeOne(
  filter: string,
  data: Buffer,
  parameters: PdfDict | null,
  resolve: Resolver,
  maxBytes: number,
): Buffer {
  const parameter = (key: string, otherwise: number): number => {
    const value = resolve(parameters?.entries.get(key));
    return value?.kind === "number" ? value.value : otherwise;
  };
  switch (filter) {
    case "FlateDecode":
    case "Fl":
      return undoPredictor(inflate(data, maxBytes), parameter);
    case "LZWDecode":
    case "LZW":
      return undoPredictor(decodeLzw(data, parameter("EarlyChange", 1), maxBytes), parameter);
    case "ASCIIHexDecode":
    case "AHx":
      return decodeAsciiHex(data);
    case "ASCII85Decode":
    case "A85":
      return decodeAscii85(data, maxBytes);
    case "RunLengthDecode":
    case "RL":
      return decodeRunLength(data, maxBytes);
    default:
      throw new PdfError("damaged", `the filter ${filter} cannot be decoded here`);
  }
}

function inflate(data: Buffer, maxBytes: number): Buffer {
  try {
    // Streams cut a few bytes short, without their checksum, are common and whole otherwise.
    return inflateSync(data, {
      maxOutputLength: maxBytes,
      chunkSize: inflateChunk(data.length),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
      throw new PdfError("too_large", `a stream inflates to more than ${maxBytes} bytes`);
    }
    throw new PdfError("damaged", "a deflated stream is broken");
  }
}
