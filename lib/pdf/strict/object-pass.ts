import type { PdfDocument } from "@/lib/pdf/document";
import { filtersOf } from "@/lib/pdf/filters-of";
import { indexOf, isBlank, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { integerOf, Lexer } from "@/lib/pdf/syntax/lexer";
import type { PdfDict } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import type { Ambiguities } from "./ambiguity";
import { scanObject, type ReferenceSink } from "./scan-object";
import { isMissing, isRebuiltForMissing, NUMBER_SPAN, SECTION, type SectionRows } from "./section-rows";

const HEADER = /^(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj/;
/** Programs search this many bytes at the end for `startxref`, and rebuild a file if it is farther away. */
const SEARCHED_TAIL = 1024;
const STARTS_OBJECT = /\d[\s\0]+\d+[\s\0]+obj/;
/** The keyword follows a line end. Files with no line end or with two are accepted. */
const ENDS_STREAM = /^[\r\n \t]{0,4}endstream([\s\0]*endobj)?/;
const STARTS_STREAM = /^(?:\r\n|\n)/;
const ENDING_BYTES = 32;
const HEADER_BYTES = 32;
const LARGEST_GAP = 1 << 20;
const LARGEST_SECTION = 64 << 20;

/**
 * One pass over every object of every revision, in file order. Each must start at its entry's offset, be closed, have
 * each key once, have its stream end at /Length, and be followed directly by the next. Stream data is skipped.
 * Returns the ranges of the streams whose first filter is Flate.
 */
export function passObjects(document: PdfDocument, rows: SectionRows, found: Ambiguities): DeflatedStream[] {
  const pass = new ObjectPass(document, rows, found);
  let end = 0;
  for (const place of rows.places) {
    const offset = Math.floor(place / NUMBER_SPAN);
    end = pass.visit(offset, place % NUMBER_SPAN, end);
  }
  pass.finish(end);
  return pass.deflated;
}

/** Ranges of deflated data. */
export interface DeflatedStream {
  num: number;
  offset: number;
  length: number;
}

/**
 * Records references whose generation differs from that of their object, for which readers return either the object or
 * null, and references to objects for which some readers rebuild the file.
 */
export function referenceSink(document: PdfDocument, hasGenerations: boolean, found: Ambiguities): ReferenceSink {
  const isRebuilt = isRebuiltForMissing(document);
  return (num, gen) => {
    if (isRebuilt && isMissing(document, num)) {
      found.note("missing_object", num);
    }
    if (gen === 0 && !hasGenerations) {
      return;
    }
    const entry = document.entry(num);
    if (entry !== null && entry.type !== "free" && gen !== (entry.type === "compressed" ? 0 : entry.gen)) {
      found.note("wrong_generation", num);
    }
  };
}

class ObjectPass {
  readonly deflated: DeflatedStream[] = [];
  private readonly window: Window;
  private readonly onReference: ReferenceSink;
  private last = -1;

  constructor(
    private readonly document: PdfDocument,
    rows: SectionRows,
    private readonly found: Ambiguities,
  ) {
    this.window = new Window(document.source);
    this.onReference = referenceSink(document, rows.hasGenerations, found);
  }

  /** Reads the object at `offset` and returns the offset of its end. */
  visit(offset: number, num: number, end: number): number {
    const isAgain = offset === this.last;
    this.last = offset;
    if (offset >= this.document.source.size) {
      this.noteIfLive("wrong_offset", num, offset);
      return end;
    }
    if (isAgain) {
      return num === SECTION || this.headsObject(offset, num) ? end : this.noteIfLive("wrong_offset", num, offset, end);
    }
    if (offset < end) {
      return this.noteIfLive("overlap", num, offset, end);
    }
    this.judgeGap(end, offset);
    return num === SECTION ? this.visitSection(offset) : this.visitObject(offset, num);
  }

  finish(end: number): void {
    const { source } = this.document;
    const tail = source.read(end, Math.min(source.size - end, 128)).toString("latin1");
    const ending = /^\s*startxref\s+(\d+)\s+%%EOF/.exec(tail);
    if (ending === null || Number(ending[1]) !== this.document.startXref) {
      this.judgeGap(end, source.size);
      // The last `startxref` is followed by bytes of a later revision: a linearized file, or garbage.
      return;
    }
    if (!isBlank(source, end + ending[0].length)) {
      this.judgeGap(end + ending[0].length, source.size);
      this.found.note("stray_bytes", end);
    } else if (source.size - end - ending[0].indexOf("startxref") > SEARCHED_TAIL) {
      this.found.note("stray_bytes", end);
    }
  }

  private visitSection(offset: number): number {
    const { source } = this.document;
    const start = source.read(offset, Math.min(64, source.size - offset)).toString("latin1");
    const header = HEADER.exec(start);
    if (header !== null) {
      return this.visitObject(offset, Number(header[1]));
    }
    const end = indexOf(source, "startxref", offset, source.size);
    if (end < 0 || end - offset > LARGEST_SECTION) {
      this.found.note("loose_section", offset);
      return offset + 4;
    }
    return end;
  }

  private visitObject(offset: number, num: number): number {
    const header = this.headerAt(offset, num);
    if (header < 0) {
      return offset;
    }
    for (let length = HEADER_BYTES; ; length = Math.max(1024, length * 4)) {
      const bytes = this.window.read(offset, length);
      const isWhole = offset + bytes.length >= this.document.source.size;
      const lexer = new Lexer(bytes, header, isWhole);
      const scanned = scanObject(lexer, null, this.isLive(num, offset) ? this.onReference : ignore);
      if (scanned !== null) {
        return this.judge(offset, num, header, bytes, scanned);
      }
      if (length > this.document.limits.objectWindowBytes) {
        throw new PdfError("too_large", `the object ${num} is too long to be looked at`);
      }
    }
  }

  private judge(
    offset: number,
    num: number,
    header: number,
    bytes: Buffer,
    scanned: NonNullable<ReturnType<typeof scanObject>>,
  ): number {
    const end = offset + scanned.pos;
    if (scanned.hasDuplicateKey) {
      this.noteIfLive("duplicate_key", num, offset);
    }
    if (scanned.isLoose || scanned.end === "other" || scanned.end === "none") {
      this.noteIfLive("loose_object", num, offset);
    }
    if (scanned.end !== "stream") {
      return end;
    }
    return this.judgeStream(offset, num, bytes, header, scanned.pos);
  }

  /** `start` is the offset in `bytes` after the word `stream`. */
  private judgeStream(offset: number, num: number, bytes: Buffer, header: number, start: number): number {
    // Objects loaded here are not read again when the pages are walked.
    const loaded = this.isLive(num, offset) ? this.document.load(num) : null;
    const value = loaded?.value ?? new Parser(bytes, header, true, this.document.limits).value();
    const lineEnd = STARTS_STREAM.exec(this.window.read(offset + start, 2).toString("latin1", 0, 2));
    const data = offset + start + (lineEnd?.[0].length ?? 0);
    const length = value.kind === "dict" ? this.lengthOf(value, loaded?.bytes ?? bytes) : null;
    const isInside = length !== null && data + length <= this.document.source.size;
    const ending = isInside
      ? ENDS_STREAM.exec(this.window.read(data + length, ENDING_BYTES).toString("latin1", 0, ENDING_BYTES))
      : null;
    if (lineEnd === null || ending === null) {
      this.noteIfLive("stream_length", num, offset);
    }
    if (ending !== null && ending[1] === undefined) {
      this.noteIfLive("loose_object", num, offset);
    }
    if (value.kind === "dict" && this.isLive(num, offset)) {
      const object = { value, bytes, num, gen: 0, streamStart: data, offset };
      const { isPlain, names } = filtersOf(this.document, object);
      if (!isPlain) {
        this.found.note("stream_filters", num);
      }
      if (names[0] === "FlateDecode" && isInside) {
        this.deflated.push({ num, offset: data, length });
      }
    }
    return ending !== null && length !== null
      ? data + length + ending[0].length
      : data + (isInside ? (length ?? 0) : 0);
  }

  /** The length of an older revision's stream may be in an object that has changed since. */
  private lengthOf(dict: PdfDict, bytes: Buffer): number | null {
    try {
      const found = this.document.locate(dict.entries.get("Length"), bytes);
      const isWrittenPlainly =
        found?.value.kind === "number" && integerOf(found.bytes, found.value.start, found.value.end) >= 0;
      return isWrittenPlainly && found.value.kind === "number" ? found.value.value : null;
    } catch (error) {
      if (error instanceof PdfError) {
        return null;
      }
      throw error;
    }
  }

  /** Length of `n g obj`, or -1 if it is missing or has another number. */
  private headerAt(offset: number, num: number): number {
    const header = HEADER.exec(this.window.read(offset, HEADER_BYTES).toString("latin1", 0, HEADER_BYTES));
    if (header === null || Number(header[1]) !== num) {
      this.noteIfLive("wrong_offset", num, offset);
      return header === null ? -1 : header[0].length;
    }
    const entry = this.document.entry(num);
    if (entry?.type === "offset" && entry.offset === offset && entry.gen !== Number(header[2])) {
      this.found.note("wrong_generation", num);
    }
    return header[0].length;
  }

  private headsObject(offset: number, num: number): boolean {
    const header = HEADER.exec(this.window.read(offset, HEADER_BYTES).toString("latin1", 0, HEADER_BYTES));
    return header !== null && Number(header[1]) === num;
  }

  private isLive(num: number, offset: number): boolean {
    const entry = this.document.entry(num);
    return entry?.type === "offset" && entry.offset === offset;
  }

  private noteIfLive(
    code: "wrong_offset" | "overlap" | "duplicate_key" | "loose_object" | "stream_length",
    num: number,
    offset: number,
    end = offset,
  ): number {
    if (num === SECTION || this.isLive(num, offset)) {
      this.found.note(code, num === SECTION ? offset : num);
    }
    return end;
  }

  private judgeGap(from: number, to: number): void {
    if (to <= from) {
      return;
    }
    if (to - from > LARGEST_GAP) {
      this.found.note("stray_object", from);
      return;
    }
    const text = this.window.read(from, to - from).toString("latin1", 0, to - from);
    if (/^[\s\0]*$/.test(text)) {
      return;
    }
    if (STARTS_OBJECT.test(text)) {
      this.found.note("stray_object", from);
    } else if (!/^[\s\0]*$/.test(text.replace(/startxref\s+\d+|%[^\r\n]*/g, ""))) {
      this.found.note("stray_bytes", from);
    }
  }
}

function ignore(): void {
  // References from removed objects do not count.
}

/** Bytes to read ahead while objects are adjacent. */
const AHEAD = 16_384;
/** Bytes to read after a jump over stream data, because the next object is most likely small. */
const JUMP = 1024;

/** Views of a file that is read from start to end: small adjacent objects share one read. */
class Window {
  private bytes: Buffer = Buffer.alloc(0);
  private from = 0;

  constructor(private readonly source: ByteSource) {}

  /** At least `length` bytes from `offset`, and often more. Fewer only at the end of the file. */
  read(offset: number, length: number): Buffer {
    const within = offset - this.from;
    const end = Math.min(this.source.size, offset + length);
    if (within < 0 || end > this.from + this.bytes.length) {
      const isNear = within >= 0 && within <= this.bytes.length;
      const wanted = Math.max(length, isNear ? AHEAD : JUMP);
      this.bytes = this.source.read(offset, Math.min(wanted, this.source.size - offset));
      this.from = offset;
    }
    return this.bytes.subarray(offset - this.from);
  }
}
