import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import { isSpace } from "@/lib/pdf/syntax/lexer";
import type { IndirectObject, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { isPlainObjectStream } from "@/lib/pdf/xref/plain/plain-object-stream";

/** White space of ISO 32000-2, table 1. */
const space = "[\\0\\t\\n\\f\\r ]";
/** Without the bytes 80 and FF, which are white space for PDFium, and without an escaped null byte, where some programs end the name. */
const name = "/(?:[^\\0\\t\\n\\f\\r #()<>[\\]{}/%\\x80\\xff]|#(?!00)[0-9A-Fa-f]{2})*";
const plain = {
  gap: new RegExp(`^${space}*$`),
  key: new RegExp(`^${name}${space}*$`),
  name: new RegExp(`^${name}$`),
  number: /^[+-]?(?:\d{1,10}(?:\.\d*)?|\.\d+)$/,
  reference: new RegExp(`^\\d{1,10}${space}+\\d{1,5}${space}+R$`),
  hexString: new RegExp(`^<(?:[0-9A-Fa-f]|${space})*>$`),
  header: new RegExp(`^\\d{1,10}${space}+\\d{1,5}${space}+obj${space}*$`),
  streamStart: new RegExp(`^${space}*stream\\r?\\n$`),
  streamEnd: new RegExp(`^${space}{0,4}endstream${space}+endobj`),
  end: new RegExp(`^${space}*endobj`),
};
const LESS = 0x3c;
const GREATER = 0x3e;
/** Bytes read behind an object for the words that end it. */
const endWindow = 64;
const longestFragment = 200;

const known = new WeakMap<PdfDocument, Map<number, readonly string[]>>();
const knownStreams = new WeakMap<PdfDocument, Map<number, boolean>>();

/**
 * The parts of an object as it is written that programs may read in different ways: stray words and comments between its values, numbers that are not
 * plain, data that go on behind the /Length, a missing `endobj`. Empty for an object that is written as ISO 32000-2, 7.3 says. An object that cannot be
 * read is odd as a whole.
 */
export function odditiesOf(document: PdfDocument, num: number): readonly string[] {
  const ofDocument = known.get(document) ?? new Map<number, readonly string[]>();
  known.set(document, ofDocument);
  const found = ofDocument.get(num) ?? orWhenUnreadable(() => readOddities(document, num), ["unreadable"]);
  ofDocument.set(num, found);
  return found;
}

/** The same for a value by itself. */
export function odditiesIn(value: PdfValue, bytes: Buffer): readonly string[] {
  const found: string[] = [];
  look(value, bytes, found);
  return found;
}

/** Whether two objects are odd in the same ways, so that programs differ about one as they differ about the other. */
export function sameOddities(one: readonly string[], other: readonly string[]): boolean {
  return one.every((oddity) => other.includes(oddity)) && other.every((oddity) => one.includes(oddity));
}

function readOddities(document: PdfDocument, num: number): readonly string[] {
  const entry = document.entry(num);
  const object = document.load(num);
  if (entry === null || object === null) {
    return [];
  }
  const found: string[] = [];
  look(object.value, object.bytes, found);
  if (entry.type === "compressed") {
    lookAround(document, object, { stream: entry.offset, index: entry.gen }, found);
    return found;
  }
  expect(plain.header, object.bytes.toString("latin1", 0, object.value.start), found);
  const valueEnd = object.offset + object.value.end;
  if (object.streamStart < 0) {
    expect(plain.end, textAt(document, valueEnd), found);
    return found;
  }
  const { offset, length } = document.rawStream(object);
  expect(plain.streamStart, document.source.read(valueEnd, object.streamStart - valueEnd).toString("latin1"), found);
  expect(plain.streamEnd, textAt(document, offset + length), found);
  return found;
}

function textAt({ source }: PdfDocument, offset: number): string {
  return source.read(offset, Math.max(0, Math.min(endWindow, source.size - offset))).toString("latin1");
}

function isPlainStream(document: PdfDocument, stream: number): boolean {
  const ofDocument = knownStreams.get(document) ?? new Map<number, boolean>();
  knownStreams.set(document, ofDocument);
  const isPlain = ofDocument.get(stream) ?? isPlainObjectStream(document, stream);
  ofDocument.set(stream, isPlain);
  return isPlain;
}

/** In an object stream that programs read alike: the number stands there once, at the index of the entry, and nothing but space follows the value. */
function lookAround(
  document: PdfDocument,
  { num, value, bytes }: IndirectObject,
  place: { stream: number; index: number },
  found: string[],
): void {
  if (!isPlainStream(document, place.stream)) {
    found.push("its object stream");
  }
  const { slots, bytes: data } = document.objectStream(place.stream);
  const slot = slots[place.index];
  if (slot?.num !== num || slots.some((other, index) => other.num === num && index !== place.index)) {
    found.push("its index");
    return;
  }
  const next = slots.reduce(
    (nearest, { offset }) => (offset > slot.offset && offset < nearest ? offset : nearest),
    data.length,
  );
  expect(plain.gap, bytes.toString("latin1", Math.min(slot.offset, value.start), value.start), found);
  expect(
    plain.gap,
    value.end > next ? "into the next" : bytes.toString("latin1", value.end, Math.min(next, value.end + endWindow)),
    found,
  );
}

function expect(pattern: RegExp, text: string, found: string[]): void {
  if (!pattern.test(text)) {
    found.push(text.slice(0, longestFragment));
  }
}

function look(value: PdfValue, bytes: Buffer, found: string[]): void {
  const written = (): string => bytes.toString("latin1", value.start, value.end);
  switch (value.kind) {
    case "dict":
      return lookIntoDict(value, bytes, found);
    case "array":
      return lookIntoArray(value, bytes, found);
    case "number":
      return expect(plain.number, written(), found);
    case "ref":
      return expect(plain.reference, written(), found);
    case "name":
      return expect(plain.name, written(), found);
    case "string":
      return value.hex && !isPlainHex(bytes, value.start, value.end)
        ? expect(plain.hexString, written(), found)
        : undefined;
    case "keyword":
      found.push(written());
      return undefined;
    default:
      return undefined;
  }
}

function lookIntoArray({ items, start, end }: PdfArray, bytes: Buffer, found: string[]): void {
  let at = start + 1;
  for (const item of items) {
    expectGap(bytes, at, item.start, found);
    look(item, bytes, found);
    at = item.end;
  }
  expectGap(bytes, at, end - 1, found);
}

/** As `expect(plain.gap, …)`; most gaps are empty or one space. */
function expectGap(bytes: Buffer, from: number, to: number, found: string[]): void {
  for (let at = from; at < to; at += 1) {
    if (!isSpace(bytes[at])) {
      expect(plain.gap, bytes.toString("latin1", from, to), found);
      return;
    }
  }
}

/** Digits and white space between `<` and `>`: a signature has many thousands of them. */
function isPlainHex(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = bytes[at] ?? 0;
    const isDigit = (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);
    if (!isDigit && !isSpace(byte)) {
      return false;
    }
  }
  return bytes[start] === LESS && bytes[end - 1] === GREATER;
}

function lookIntoDict({ entries, duplicates, start, end }: PdfDict, bytes: Buffer, found: string[]): void {
  // Their order no longer gives their place; the keys are compared elsewhere.
  if (duplicates.length > 0) {
    found.push(bytes.toString("latin1", start, end).slice(0, longestFragment));
    return;
  }
  let at = start + 2;
  for (const item of entries.values()) {
    expectGap(bytes, at, item.keyStart, found);
    expect(plain.key, bytes.toString("latin1", item.keyStart, item.start), found);
    look(item, bytes, found);
    at = item.end;
  }
  expectGap(bytes, at, end - 2, found);
}
