/**
 * Parsed PDF values (ISO 32000-2, 7.3). Each carries its span in the buffer that it was read from, so that an edit
 * can copy untouched entries byte for byte and a verifier can identify the exact bytes of a value.
 */
interface Span {
  /** Offset of the first byte in its buffer. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /** Offset of the key's `/` for a dictionary entry, otherwise -1. */
  keyStart: number;
}

interface PdfNull extends Span {
  kind: "null";
}
interface PdfBool extends Span {
  kind: "bool";
  value: boolean;
}
interface PdfNumber extends Span {
  kind: "number";
  value: number;
}
export interface PdfName extends Span {
  kind: "name";
  /** Without the slash, with `#xx` decoded, one character per byte. */
  value: string;
}
/** A string, undecoded: its span includes the delimiters. */
export interface PdfString extends Span {
  kind: "string";
  hex: boolean;
}
export interface PdfArray extends Span {
  kind: "array";
  items: PdfValue[];
}
export interface PdfDict extends Span {
  kind: "dict";
  entries: Map<string, PdfValue>;
  /** Keys that occur more than once. `entries` holds the last value. */
  duplicates: string[];
}
interface PdfRef extends Span {
  kind: "ref";
  num: number;
  gen: number;
}
/** A bare word that is not a value: an operator, or damage. */
interface PdfKeyword extends Span {
  kind: "keyword";
  value: string;
}

export type PdfValue = PdfNull | PdfBool | PdfNumber | PdfName | PdfString | PdfArray | PdfDict | PdfRef | PdfKeyword;

/** A value with the buffer that its spans refer to. `num` is null for a direct object. */
export interface Located<T extends PdfValue = PdfValue> {
  value: T;
  bytes: Buffer;
  num: number | null;
  gen: number;
}

/** An object of the file's body or of an object stream. */
export interface IndirectObject {
  value: PdfValue;
  bytes: Buffer;
  num: number;
  gen: number;
  /** Absolute offset of the first byte of stream data, or -1 if the object is not a stream. */
  streamStart: number;
  /** Absolute offset of `n g obj`, or -1 inside an object stream. */
  offset: number;
}

/** The value's own bytes. */
export function sliceOf(bytes: Buffer, value: PdfValue): Buffer {
  return bytes.subarray(value.start, value.end);
}

const MAX_OBJECTS = 4096;
const MAX_BYTES = 4 * 1024 * 1024;

/** Caches parsed objects, limited by the size of their source bytes: a parsed array can take thirty times as much. */
export class ObjectCache {
  private readonly objects = new Map<number, IndirectObject>();
  private bytes = 0;

  get(key: number): IndirectObject | undefined {
    return this.objects.get(key);
  }

  /** The key is the object's number or offset, as the cache's owner chooses. */
  add(key: number, object: IndirectObject): void {
    const weight = object.value.end - object.value.start;
    if (this.objects.size >= MAX_OBJECTS || this.bytes + weight > MAX_BYTES) {
      this.objects.clear();
      this.bytes = 0;
    }
    this.objects.set(key, object);
    this.bytes += weight;
  }
}
