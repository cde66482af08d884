import { inflateSync } from "node:zlib";

/** The entries of an inline image's dictionary, under the full names of ISO 32000-2, tables 91 and 92. */
export interface InlineImageShape {
  width: number | null;
  height: number | null;
  bitsPerComponent: number | null;
  isMask: boolean;
  /** Full names, in decoding order. */
  filters: readonly string[];
  /**
   * Possible numbers of components per pixel: a single one for a device space, several for a space named in the
   * resources.
   */
  components: readonly number[];
  /** /Length of PDF 2.0. */
  length: number | null;
}

const FF = 0xff;
const EOI = 0xd9;
const SOS = 0xda;
const END_OF_RUNS = 128;

/**
 * Possible lengths of an inline image's data, by its dictionary and its first filter, from `start`. Several if the
 * colour space is unknown, none if undecidable (fax, LZW, broken data).
 */
export function inlineDataLengths(shape: InlineImageShape, bytes: Buffer, start: number): number[] {
  const [first] = shape.filters;
  const data = bytes.subarray(start);
  if (first === undefined) {
    return rawLengths(shape);
  }
  const found = lengthByFilter(first, data) ?? shape.length;
  return found === null || found > data.length ? [] : [found];
}

function rawLengths({ width, height, bitsPerComponent, isMask, components, length }: InlineImageShape): number[] {
  if (width === null || height === null) {
    return length === null ? [] : [length];
  }
  const bits = isMask ? 1 : (bitsPerComponent ?? 8);
  return (isMask ? [1] : components).map((count) => Math.ceil((width * bits * count) / 8) * height);
}

function lengthByFilter(filter: string, data: Buffer): number | null {
  switch (filter) {
    case "ASCIIHexDecode":
      return endAfter(data, ">");
    case "ASCII85Decode":
      return endAfter(data, "~>");
    case "FlateDecode":
      return deflatedLength(data);
    case "RunLengthDecode":
      return runsLength(data);
    case "DCTDecode":
      return jpegLength(data);
    default:
      return null;
  }
}

function endAfter(data: Buffer, mark: string): number | null {
  const at = data.indexOf(mark);
  return at < 0 ? null : at + mark.length;
}

const LARGEST_INLINE = 64 << 20;

function deflatedLength(data: Buffer): number | null {
  try {
    // The typings have `info` only for the streams, but both return { buffer, engine }.
    const { engine } = inflateSync(data, { info: true, maxOutputLength: LARGEST_INLINE }) as unknown as {
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten;
  } catch {
    return null;
  }
}

function runsLength(data: Buffer): number | null {
  for (let pos = 0; pos < data.length;) {
    const length = data[pos] ?? END_OF_RUNS;
    if (length === END_OF_RUNS) {
      return pos + 1;
    }
    pos += length < END_OF_RUNS ? length + 2 : 2;
  }
  return null;
}

/** Walks the markers of ITU-T T.81, annex B, to the end of the image. */
function jpegLength(data: Buffer): number | null {
  let pos = 2;
  while (pos + 3 < data.length && data[pos] === FF) {
    const marker = data[pos + 1] ?? 0;
    if (marker === EOI) {
      return pos + 2;
    }
    const isBare = marker === FF || (marker >= 0xd0 && marker <= 0xd8) || marker === 1;
    pos += isBare ? (marker === FF ? 1 : 2) : 2 + data.readUInt16BE(pos + 2);
    if (marker === SOS) {
      pos = endOfScan(data, pos);
    }
  }
  return data[pos] === FF && data[pos + 1] === EOI ? pos + 2 : null;
}

/** Entropy-coded data continues over stuffed zeros and restart markers. */
function endOfScan(data: Buffer, start: number): number {
  let pos = data.indexOf(FF, start);
  while (pos >= 0 && pos + 1 < data.length) {
    const next = data[pos + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) {
      return pos;
    }
    pos = data.indexOf(FF, pos + 2);
  }
  return data.length;
}
