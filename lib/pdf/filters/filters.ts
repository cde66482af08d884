import { constants, inflateSync } from "node:zlib";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { CappedBytes, decodeAscii85, decodeAsciiHex, decodeRunLength } from "./filters-ascii";

/** Follows references. The identity function where nothing can be looked up yet. */
type Resolver = (value: PdfValue | undefined) => PdfValue | null;

/** A stream with more filters than any writer uses is a bomb. */
const MAX_FILTERS = 8;

/**
 * Undoes a stream's filters (ISO 32000-2, 7.4). The output of each step is limited to `maxBytes`. Throws PdfError
 * `too_large` at the limit, and `damaged` for broken data and for filters of images and encryption.
 */
export function decodeStreamData(raw: Buffer, dict: PdfDict, resolve: Resolver, maxBytes: number): Buffer {
  const names = listOf(dict.entries.get("Filter"), resolve);
  const parameters = parametersOf(dict, resolve);
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

/**
 * Undoes one filter, but not its predictor, which only transforms the decoded bytes. Throws as `decodeStreamData` does.
 * @param earlyChange for LZW data
 */
export function decodeCoding(filter: string, data: Buffer, earlyChange: number, maxBytes: number): Buffer {
  switch (filter) {
    case "FlateDecode":
    case "Fl":
      return inflate(data, maxBytes);
    case "LZWDecode":
    case "LZW":
      return decodeLzw(data, earlyChange, maxBytes);
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

const PREDICTED: ReadonlySet<string> = new Set(["FlateDecode", "Fl", "LZWDecode", "LZW"]);

/** A single dictionary belongs to a single filter. Next to an array of filters, programs ignore it. */
function parametersOf({ entries }: PdfDict, resolve: Resolver): (PdfValue | null)[] {
  const isListed = resolve(entries.get("Filter"))?.kind === "array";
  const written = entries.get("DecodeParms");
  return isListed && resolve(written)?.kind === "dict" ? [] : listOf(written, resolve);
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
  const decoded = decodeCoding(filter, data, parameter("EarlyChange", 1), maxBytes);
  return PREDICTED.has(filter) ? undoPredictor(decoded, parameter) : decoded;
}

function inflate(data: Buffer, maxBytes: number): Buffer {
  try {
    // Streams that are truncated by a few bytes and lack their checksum are common and otherwise complete.
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

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MAX_CODES = 4096;

/**
 * ISO 32000-2, 7.4.4: codes of 9 to 12 bits, most significant bit first. `earlyChange` 1 widens the codes one code
 * early, as PDF writers do by default. The table holds offsets in the output, because the text of every entry is
 * already there: the text of the previous code plus one byte.
 */
function decodeLzw(data: Buffer, earlyChange: number, maxBytes: number): Buffer {
  return readLzw(data, earlyChange, maxBytes).decoded;
}

/**
 * Whether LZW data ends with its end mark and clears its table before it overflows. Without the end mark, MuPDF loses
 * the last bytes. After an overflow, it loses everything that follows.
 */
export function isWholeLzw(data: Buffer, earlyChange: number, maxBytes: number): boolean {
  try {
    return readLzw(data, earlyChange, maxBytes).isWhole;
  } catch (error) {
    if (error instanceof PdfError) {
      // Data that is too large is refused when it is decoded.
      return error.code === "too_large";
    }
    throw error;
  }
}

function readLzw(data: Buffer, earlyChange: number, maxBytes: number): { decoded: Buffer; isWhole: boolean } {
  const out = new CappedBytes(maxBytes);
  const [starts, lengths] = [new Uint32Array(MAX_CODES), new Uint16Array(MAX_CODES)];
  const early = earlyChange === 0 ? 0 : 1;
  let next = FIRST_FREE;
  let [start, length] = [0, 0];
  let width = 9;
  let hasOverflow = false;
  const codes = codeReader(data);
  for (;;) {
    const code = codes(width);
    if (code === null || code === END) {
      return { decoded: out.toBuffer(), isWhole: code === END && !hasOverflow };
    }
    hasOverflow ||= code !== CLEAR && next === MAX_CODES;
    if (code === CLEAR) {
      [next, length, width] = [FIRST_FREE, 0, 9];
      continue;
    }
    const at = out.size;
    if (code < CLEAR) {
      out.pushRun(code, 1);
    } else if (code < next) {
      out.pushAgain(starts[code] ?? 0, lengths[code] ?? 0);
    } else if (code === next && length > 0) {
      out.pushAgain(start, length + 1);
    } else {
      throw new PdfError("damaged", "an LZW stream is broken");
    }
    if (length > 0 && next < MAX_CODES) {
      starts[next] = start;
      lengths[next] = length + 1;
      next += 1;
    }
    [start, length] = [at, out.size - at];
    width = widthFor(next + early);
  }
}

function widthFor(codes: number): number {
  if (codes >= 2048) {
    return 12;
  }
  return codes >= 1024 ? 11 : codes >= 512 ? 10 : 9;
}

function codeReader(data: Buffer): (width: number) => number | null {
  let pos = 0;
  let bits = 0;
  let held = 0;
  return (width) => {
    while (held < width) {
      const byte = data[pos];
      if (byte === undefined) {
        return null;
      }
      pos += 1;
      bits = ((bits & 0xffff) << 8) | byte;
      held += 8;
    }
    held -= width;
    return (bits >>> held) & ((1 << width) - 1);
  };
}

const MAX_ROW_BYTES = 1 << 24;

/** Undoes a PNG or TIFF predictor (ISO 32000-2, 7.4.4.4). `parameter` reads /DecodeParms with a default. */
function undoPredictor(data: Buffer, parameter: (key: string, otherwise: number) => number): Buffer {
  const predictor = parameter("Predictor", 1);
  if (predictor < 2) {
    return data;
  }
  const colors = parameter("Colors", 1);
  const bits = parameter("BitsPerComponent", 8);
  const rowBytes = Math.ceil((parameter("Columns", 1) * colors * bits) / 8);
  const pixelBytes = Math.max(1, Math.floor((colors * bits) / 8));
  if (!(rowBytes > 0 && rowBytes <= MAX_ROW_BYTES)) {
    throw new PdfError("damaged", "a predictor with impossible columns");
  }
  if (predictor >= 10) {
    return undoPng(data, rowBytes, pixelBytes);
  }
  if (bits !== 8) {
    throw new PdfError("damaged", "a TIFF predictor on samples other than bytes");
  }
  return undoTiff(data, rowBytes, colors);
}

function undoPng(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const out = Buffer.alloc(rows * rowBytes);
  let written = 0;
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1);
    const line = data.subarray(from + 1, from + 1 + rowBytes);
    undoPngRow(data[from] ?? 0, line, out, row * rowBytes, { rowBytes, pixelBytes });
    written += line.length;
  }
  return out.subarray(0, written);
}

function undoPngRow(
  type: number,
  line: Buffer,
  out: Buffer,
  at: number,
  { rowBytes, pixelBytes }: { rowBytes: number; pixelBytes: number },
): void {
  for (let index = 0; index < line.length; index += 1) {
    const left = index >= pixelBytes ? (out[at + index - pixelBytes] ?? 0) : 0;
    const above = at > 0 ? (out[at + index - rowBytes] ?? 0) : 0;
    const corner = at > 0 && index >= pixelBytes ? (out[at + index - rowBytes - pixelBytes] ?? 0) : 0;
    out[at + index] = (line[index] ?? 0) + pngPrediction(type, left, above, corner);
  }
}

function pngPrediction(type: number, left: number, above: number, corner: number): number {
  switch (type) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) {
    return left;
  }
  return toAbove <= toCorner ? above : corner;
}

function undoTiff(data: Buffer, rowBytes: number, colors: number): Buffer {
  const out = Buffer.from(data);
  for (let index = 0; index < out.length; index += 1) {
    if (index % rowBytes >= colors) {
      out[index] = (out[index] ?? 0) + (out[index - colors] ?? 0);
    }
  }
  return out;
}

const LEAST = 1024;
const MOST = 1 << 20;
/** Text and fonts inflate to two to four times their size. */
const USUAL_RATIO = 4;

/**
 * The `chunkSize` for `inflateSync`, in bytes. The usual result fits into one chunk, so that no chunks are joined,
 * and a short stream does not allocate 16 KiB. In a separate file because three readers of deflated data share it.
 */
export function inflateChunk(deflatedBytes: number): number {
  return Math.min(MOST, Math.max(LEAST, deflatedBytes * USUAL_RATIO));
}
