import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfLimits } from "@/lib/pdf/limits";
import { windowExhausted } from "./lexer";
import type { IndirectObject } from "./objects";
import { Parser } from "./parser";

/** Most objects are far smaller; measured, one read of 2 KiB costs the same as one of 200 bytes. */
const FIRST_WINDOW = 2048;
/** ISO 32000-2, 7.5.4; what we write back has to fit five digits and two bytes. */
const MAX_GENERATION = 65_535;
const CR = 13;
const LF = 10;

/**
 * Reads `n g obj …` at an absolute offset without stream data (ISO 32000-2, 7.3.10).
 * Throws PdfError `damaged`, or `too_large` past the window cap.
 */
export function readIndirectObject(source: ByteSource, offset: number, limits: PdfLimits): IndirectObject {
  return withGrowingWindow(source, offset, { first: FIRST_WINDOW, cap: limits.objectWindowBytes }, (bytes, complete) =>
    parseIndirectObject(new Parser(bytes, 0, complete, limits), offset),
  );
}

/** Runs `parse` on larger and larger windows until it no longer runs out of bytes. */
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

/** Some writers glue the value to the keyword (`obj12`): only the three letters are taken. */
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
