import type { ByteSource } from "./byte-source";
import { PdfError } from "./errors";
import { windowExhausted } from "./lexer";
import type { PdfLimits } from "./limits";
import type { IndirectObject } from "./objects";
import { Parser } from "./parser";

/** Most objects are far smaller. Measurements show that reading 2 KiB takes as long as reading 200 bytes. */
const FIRST_WINDOW = 2048;
/** ISO 32000-2, 7.5.4. Generations that we write must fit into five digits and two bytes. */
const MAX_GENERATION = 65_535;
const CR = 13;
const LF = 10;

/**
 * Reads `n g obj …` at an absolute offset, without stream data (ISO 32000-2, 7.3.10). Throws PdfError `damaged`, or
 * `too_large` beyond the window limit.
 */
export function readIndirectObject(source: ByteSource, offset: number, limits: PdfLimits): IndirectObject {
  return withGrowingWindow(source, offset, { first: FIRST_WINDOW, cap: limits.objectWindowBytes }, (bytes, complete) =>
    parseIndirectObject(new Parser(bytes, 0, complete, limits), offset),
  );
}

/** Runs `parse` on increasingly large windows until the bytes suffice. */
export function withGrowingWindow<T>(
  source: ByteSource,
  offset: number,
  window: { first: number; cap: number },
  parse: (bytes: Buffer, complete: boolean) => T,
): T {
  if (!(offset >= 0 && offset < source.size)) {
    throw new PdfError("damaged", `offset ${offset} is outside the file`);
  }
  for (let length = window.first; ; length = Math.min(length * 4, window.cap)) {
    const bytes = source.read(offset, length);
    try {
      return parse(bytes, offset + bytes.length >= source.size);
    } catch (error) {
      if (error !== windowExhausted) {
        throw error;
      }
      if (length >= window.cap) {
        throw new PdfError("too_large", `the object at ${offset} exceeds ${window.cap} bytes`);
      }
    }
  }
}

function parseIndirectObject(parser: Parser, offset: number): IndirectObject {
  const num = parser.value();
  const gen = parser.value();
  if (num.kind !== "number" || gen.kind !== "number" || !(gen.value >= 0 && gen.value <= MAX_GENERATION)) {
    throw new PdfError("damaged", `no object at ${offset}`);
  }
  expectObjKeyword(parser, offset);
  const value = parser.value();
  const streamStart = value.kind === "dict" ? findStreamStart(parser) : -1;
  return {
    value,
    bytes: parser.bytes,
    num: num.value,
    gen: gen.value,
    streamStart: streamStart < 0 ? -1 : offset + streamStart,
    offset,
  };
}

/** Some writers omit the space after the keyword (`obj12`), so only the three letters are consumed. */
function expectObjKeyword(parser: Parser, offset: number): void {
  parser.skipSpace();
  const start = parser.pos;
  if (!parser.word().startsWith("obj")) {
    throw new PdfError("damaged", `no object at ${offset}`);
  }
  parser.pos = start + 3;
}

function findStreamStart(parser: Parser): number {
  parser.skipSpace();
  if (!parser.complete && parser.pos + 8 > parser.bytes.length) {
    parser.runOut();
  }
  if (!parser.startsWith("stream")) {
    return -1;
  }
  let start = parser.pos + 6;
  if (parser.bytes[start] === CR) {
    start += 1;
  }
  return parser.bytes[start] === LF ? start + 1 : start;
}

export interface ObjectStream {
  bytes: Buffer;
  /** The offset of the first object in `bytes`; the header precedes it. */
  first: number;
  /** The number of objects that the stream declares. */
  count: number;
  /** In the order of the header: object number and offset in `bytes`. */
  slots: readonly Slot[];
  /** Object number → the first of its slots. */
  slotOf: ReadonlyMap<number, Slot>;
}

interface Slot {
  num: number;
  offset: number;
}

/** Size of the cache of decoded object streams, in bytes: enough for form-heavy files, little beside the file. */
const CACHED_BYTES = 24 * 1024 * 1024;

/** The decoded object streams of one document (ISO 32000-2, 7.5.7). The least recently used are dropped first. */
export class ObjectStreams {
  private readonly cached = new Map<number, ObjectStream>();
  private readonly opening = new Set<number>();
  private cachedBytes = 0;

  /** `open` loads and decodes the object stream with a number. */
  constructor(
    private readonly open: (num: number) => { data: Buffer; first: number; count: number },
    private readonly limits: PdfLimits,
  ) {}

  /**
   * Returns the object with this number in a stream: the one at the index of its entry, or the first one with its
   * number if another is there. Throws PdfError `damaged` if it is missing.
   */
  read(streamNum: number, num: number, index: number): IndirectObject {
    const stream = this.get(streamNum);
    const indexed = stream.slots[index];
    const slot = indexed?.num === num ? indexed : stream.slotOf.get(num);
    if (slot === undefined) {
      throw new PdfError("damaged", `object ${num} is not in the object stream ${streamNum}`);
    }
    const value = new Parser(stream.bytes, slot.offset, true, this.limits).value();
    return { value, bytes: stream.bytes, num, gen: 0, streamStart: -1, offset: -1 };
  }

  /** Throws PdfError `damaged` if there is no object with that number. */
  get(streamNum: number): ObjectStream {
    const stream = this.cached.get(streamNum) ?? this.decode(streamNum);
    this.cached.delete(streamNum);
    this.cached.set(streamNum, stream);
    return stream;
  }

  private decode(streamNum: number): ObjectStream {
    if (this.opening.has(streamNum)) {
      throw new PdfError("damaged", `the object stream ${streamNum} contains itself`);
    }
    this.opening.add(streamNum);
    try {
      const { data, first, count } = this.open(streamNum);
      const slots = readHeader(data, first, count);
      // Reversed, so that the first slot for a number is kept.
      const slotOf = new Map([...slots].reverse().map((slot) => [slot.num, slot]));
      const stream = { bytes: data, first, count, slots, slotOf };
      this.cachedBytes += data.length;
      this.dropOldest();
      return stream;
    } finally {
      this.opening.delete(streamNum);
    }
  }

  private dropOldest(): void {
    for (const [num, stream] of this.cached) {
      if (this.cachedBytes <= CACHED_BYTES) {
        return;
      }
      this.cached.delete(num);
      this.cachedBytes -= stream.bytes.length;
    }
  }
}

function readHeader(data: Buffer, first: number, count: number): Slot[] {
  const parser = new Parser(data);
  const slots: Slot[] = [];
  for (let index = 0; index < count && parser.pos < first; index += 1) {
    const num = parser.value();
    const offset = parser.value();
    if (num.kind !== "number" || offset.kind !== "number") {
      throw new PdfError("damaged", "an object stream's header is broken");
    }
    slots.push({ num: num.value, offset: first + offset.value });
  }
  return slots;
}
