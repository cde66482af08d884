import { decodeStreamData } from "@/lib/pdf/filters/filters";
import { ObjectStreams, readIndirectObject, type ObjectStream } from "@/lib/pdf/syntax/indirect-objects";
import {
  ObjectCache,
  type IndirectObject,
  type Located,
  type PdfArray,
  type PdfDict,
  type PdfValue,
} from "@/lib/pdf/syntax/objects";
import { readXref, type Xref, type XrefKind, type XrefSection } from "@/lib/pdf/xref/xref";
import type { XrefEntry } from "@/lib/pdf/xref/xref-entries";
import { KnownTables } from "@/lib/pdf/xref/xref-table";
import { prefixOf, type ByteSource } from "./syntax/byte-source";
import { PdfError } from "./syntax/errors";
import { DEFAULT_LIMITS, type PdfLimits } from "./syntax/limits";

const HEADER_WINDOW = 1024;
const MAX_REFERENCES = 16;
/** /Size may exceed the highest used number by ordinary gaps. A value far beyond that is wrong and is ignored. */
const BELIEVABLE_GAP = 1_000_000;

/**
 * One PDF, opened by its cross-reference data alone. Objects are read on demand from small windows, so that memory
 * does not grow with the file. Loading an object reads no stream data.
 */
export class PdfDocument {
  private readonly objects = new ObjectCache();
  private readonly objectStreams: ObjectStreams;
  private decodedBytes = 0;

  private constructor(
    readonly source: ByteSource,
    readonly limits: PdfLimits,
    private readonly xref: Xref,
    private readonly shared: SharedReading,
  ) {
    this.objectStreams = new ObjectStreams((num) => this.openObjectStream(num), limits);
  }

  /** Throws PdfError `not_a_pdf` without a header, `damaged` when only a repair could read the file, `too_large`. */
  static open(source: ByteSource, limits: Partial<PdfLimits> = {}, shared = new SharedReading()): PdfDocument {
    const all = { ...DEFAULT_LIMITS, ...limits };
    assertHeader(source);
    const xref = readXref(source, all, shared.tables);
    if (xref.trailer.value.entries.get("Root")?.kind !== "ref") {
      throw new PdfError("damaged", "the trailer does not refer to a catalog");
    }
    return new PdfDocument(source, all, xref, shared);
  }

  /**
   * The first `size` bytes as a separate document, an earlier revision. Objects at the same offset are read once for
   * both. Throws what `open` throws.
   */
  openPrefix(size: number): PdfDocument {
    return PdfDocument.open(prefixOf(this.source, size), this.limits, this.shared);
  }

  /** Like `open`, but with corrected cross-reference data. Read-only: nothing may be appended to it. */
  static withXref(source: ByteSource, xref: Xref, limits: Partial<PdfLimits> = {}): PdfDocument {
    assertHeader(source);
    return new PdfDocument(source, { ...DEFAULT_LIMITS, ...limits }, xref, new SharedReading());
  }

  get trailer(): Located<PdfDict> {
    return this.xref.trailer;
  }

  get startXref(): number {
    return this.xref.startXref;
  }

  /** Newest first, in the order of /Prev. */
  get xrefSections(): readonly XrefSection[] {
    return this.xref.sections;
  }

  get endsInLoop(): boolean {
    return this.xref.endsInLoop ?? false;
  }

  /** The kind of the newest section. An appended revision uses the same kind. */
  get xrefKind(): XrefKind {
    return this.xref.sections[0]?.kind ?? "table";
  }

  get isEncrypted(): boolean {
    const encrypt = this.trailer.value.entries.get("Encrypt");
    return encrypt !== undefined && encrypt.kind !== "null";
  }

  /**
   * The trailer refers to a missing encryption dictionary or has two `/Encrypt` entries, so the meaning of the bytes
   * is undefined.
   */
  get isEncryptionUndeclared(): boolean {
    const { value, bytes } = this.trailer;
    return (
      value.duplicates.includes("Encrypt") ||
      (this.isEncrypted && this.dict(value.entries.get("Encrypt"), bytes) === null)
    );
  }

  /** New objects get higher numbers. */
  get maxObjectNumber(): number {
    const { highest } = this.xref.entries;
    const size = this.trailer.value.entries.get("Size");
    const declared = size?.kind === "number" && Number.isInteger(size.value) ? size.value - 1 : highest;
    return declared > highest && declared <= highest + BELIEVABLE_GAP ? declared : highest;
  }

  entry(num: number): XrefEntry | null {
    return this.xref.entries.get(num);
  }

  /**
   * The object with this number, or null if it is free or unknown. Throws PdfError `damaged` when it is not where it
   * should be.
   */
  load(num: number): IndirectObject | null {
    const known = this.objects.get(num);
    if (known !== undefined) {
      return known;
    }
    const entry = this.entry(num);
    if (entry === null || entry.type === "free") {
      return null;
    }
    const object =
      entry.type === "compressed"
        ? this.objectStreams.read(entry.offset, num, entry.gen)
        : this.readAt(entry.offset, num);
    this.objects.add(num, object);
    return object;
  }

  /** The objects of an object stream (ISO 32000-2, 7.5.7). Throws PdfError `damaged` if the object is not one. */
  objectStream(num: number): ObjectStream {
    return this.objectStreams.get(num);
  }

  /** Follows references (at most 16). Null if absent. */
  resolve(value: PdfValue | undefined): PdfValue | null {
    return value === undefined || value.kind !== "ref" ? (value ?? null) : (this.follow(value)?.value ?? null);
  }

  /** Like `resolve`, but also returns the buffer that the spans refer to and the object that holds the value. */
  locate(value: PdfValue | undefined, bytes: Buffer): Located | null {
    if (value === undefined) {
      return null;
    }
    return value.kind === "ref" ? this.follow(value) : { value, bytes, num: null, gen: 0 };
  }

  dict(value: PdfValue | undefined, bytes: Buffer): Located<PdfDict> | null {
    const found = this.locate(value, bytes);
    return found !== null && isDict(found) ? found : null;
  }

  array(value: PdfValue | undefined, bytes: Buffer): Located<PdfArray> | null {
    const found = this.locate(value, bytes);
    return found !== null && isArray(found) ? found : null;
  }

  name(value: PdfValue | undefined): string | null {
    const found = this.resolve(value);
    return found?.kind === "name" ? found.value : null;
  }

  number(value: PdfValue | undefined): number | null {
    const found = this.resolve(value);
    return found?.kind === "number" && Number.isFinite(found.value) ? found.value : null;
  }

  /** Throws PdfError `damaged` when the trailer does not lead to a catalog. */
  catalog(): Located<PdfDict> & { num: number } {
    const catalog = this.dict(this.trailer.value.entries.get("Root"), this.trailer.bytes);
    if (catalog === null || catalog.num === null) {
      throw new PdfError("damaged", "no catalog");
    }
    return { ...catalog, num: catalog.num };
  }

  /** The range of a stream's undecoded data. Throws PdfError `damaged` when /Length cannot be right. */
  rawStream(object: IndirectObject): { offset: number; length: number } {
    const length = object.value.kind === "dict" ? this.number(object.value.entries.get("Length")) : null;
    const inside = length !== null && length >= 0 && object.streamStart + length <= this.source.size;
    if (object.streamStart < 0 || !inside || !Number.isInteger(length)) {
      throw new PdfError("damaged", `object ${object.num} has no usable stream`);
    }
    return { offset: object.streamStart, length };
  }

  /** A stream's decoded data. Throws PdfError `too_large` at the limits, `damaged` for image filters. */
  decodedStream(object: IndirectObject): Buffer {
    return this.decode(object, this.limits.streamBytes);
  }

  private decode(object: IndirectObject, maxBytes: number): Buffer {
    const { offset, length } = this.rawStream(object);
    if (object.value.kind !== "dict" || length > this.limits.streamBytes) {
      throw new PdfError("too_large", `a stream of ${length} bytes`);
    }
    const raw = this.source.read(offset, length);
    const data = decodeStreamData(raw, object.value, (value) => this.resolve(value), maxBytes);
    this.decodedBytes += data.length;
    if (this.decodedBytes > this.limits.decodedBytes) {
      throw new PdfError("too_large", "streams decode to too many bytes");
    }
    return data;
  }

  private readAt(offset: number, num: number): IndirectObject {
    const object = this.shared.at(offset, this.source.size) ?? readIndirectObject(this.source, offset, this.limits);
    this.shared.keep(object);
    if (object.num !== num) {
      throw new PdfError("damaged", `object ${object.num} where ${num} should be`);
    }
    return object;
  }

  private follow(reference: PdfValue): Located | null {
    let value = reference;
    for (let hops = 0; value.kind === "ref"; hops += 1) {
      if (hops === MAX_REFERENCES) {
        throw new PdfError("damaged", "circular references");
      }
      const object = this.load(value.num);
      if (object === null) {
        return null;
      }
      if (object.value.kind !== "ref") {
        return { value: object.value, bytes: object.bytes, num: object.num, gen: object.gen };
      }
      value = object.value;
    }
    return null;
  }

  private openObjectStream(num: number): { data: Buffer; first: number; count: number } {
    const entry = this.entry(num);
    if (entry?.type !== "offset") {
      throw new PdfError("damaged", `no object stream ${num}`);
    }
    const object = this.readAt(entry.offset, num);
    const dict = object.value.kind === "dict" ? object.value : null;
    const first = this.number(dict?.entries.get("First"));
    const count = this.number(dict?.entries.get("N"));
    if (first === null || count === null) {
      throw new PdfError(
        "damaged",
        `the object stream ${num} does not state its number of objects or the offset of the first`,
      );
    }
    return { data: this.decode(object, this.limits.structureStreamBytes), first, count };
  }
}

function assertHeader(source: ByteSource): void {
  const at = source.read(0, HEADER_WINDOW).indexOf("%PDF-");
  if (at < 0) {
    throw new PdfError(isHeadless(source) ? "damaged" : "not_a_pdf", "no %PDF- header");
  }
  if (at > 0) {
    // Every offset in such a file is displaced by as much, and readers disagree about it.
    throw new PdfError("damaged", `the header is at ${at}`);
  }
}

/** Whether only the first line of the PDF is missing. */
function isHeadless(source: ByteSource): boolean {
  const head = source.read(0, HEADER_WINDOW).toString("latin1");
  const tail = source.read(Math.max(0, source.size - HEADER_WINDOW), HEADER_WINDOW).toString("latin1");
  return /\b\d+\s+\d+\s+obj\b/.test(head) && tail.includes("startxref");
}

function isDict(found: Located): found is Located<PdfDict> {
  return found.value.kind === "dict";
}

function isArray(found: Located): found is Located<PdfArray> {
  return found.value.kind === "array";
}

/**
 * Longer than the keywords that follow a value: an object that ends closer to the end of a prefix could have been
 * truncated.
 */
const BEHIND_OBJECT = 64;

/**
 * State shared by the revisions of one file. Each revision is a prefix of it, so the same offset holds the same bytes
 * in all.
 */
class SharedReading {
  readonly tables = new KnownTables();
  private readonly objects = new ObjectCache();

  /** The object that was read at an offset, if it is within the first `size` bytes. */
  at(offset: number, size: number): IndirectObject | null {
    const object = this.objects.get(offset);
    return object !== undefined && offset + object.value.end + BEHIND_OBJECT <= size ? object : null;
  }

  keep(object: IndirectObject): void {
    this.objects.add(object.offset, object);
  }
}
