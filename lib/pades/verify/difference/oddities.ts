import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import { isPlainObjectStream } from "@/lib/pdf/plain-sections";
import { isSpace } from "@/lib/pdf/syntax/lexer";
import type { IndirectObject, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** White space of ISO 32000-2, table 1. */
const space = "[\\0\\t\\n\\f\\r ]";
/**
 * Excludes the bytes 80 and FF, which are white space for PDFium, and an escaped null byte, at which some programs
 * end the name. MuPDF truncates names to 127 bytes, so that two longer ones may become equal.
 */
const name = "/(?:[^\\0\\t\\n\\f\\r #()<>[\\]{}/%\\x80\\xff]|#(?!00)[0-9A-Fa-f]{2}){0,127}";
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
/** Bytes to read after an object for its closing keywords. */
const endWindow = 64;
const longestFragment = 200;

const known = new WeakMap<PdfDocument, Map<number, readonly string[]>>();
const knownStreams = new WeakMap<PdfDocument, Map<number, boolean>>();

/**
 * The parts of an object as written that programs may interpret in different ways, each with its position: stray
 * words and comments between its values, numbers in unusual form, references with a generation that the object does
 * not have, data that continues beyond /Length, a missing `endobj`. Empty for an object that is written as defined in
 * ISO 32000-2, 7.3. An object that cannot be read is odd as a whole.
 */
export function odditiesOf(document: PdfDocument, num: number): readonly string[] {
  const ofDocument = known.get(document) ?? new Map<number, readonly string[]>();
  known.set(document, ofDocument);
  const found = ofDocument.get(num) ?? orWhenUnreadable(() => readOddities(document, num), ["unreadable"]);
  ofDocument.set(num, found);
  return found;
}

/** Like `odditiesOf`, for a single value. */
export function odditiesIn(value: PdfValue, bytes: Buffer): readonly string[] {
  const found: string[] = [];
  look({ bytes, found, document: null }, value, null);
  return found;
}

/** Whether two objects are odd in the same ways, so that programs differ on both in the same way. */
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
  look({ bytes: object.bytes, found, document }, object.value, null);
  if (object.value.kind === "ref") {
    found.push("a reference instead of a value");
  }
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

/**
 * For an object in an object stream: programs must interpret the stream alike, the number must occur once, at the
 * index of its entry, and only white space may follow the value.
 */
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

interface Look {
  bytes: Buffer;
  found: string[];
  /** The document that references belong to, or null for a value outside any document. */
  document: PdfDocument | null;
}

/** Keys and indexes, starting at the object. */
interface Step {
  above: Step | null;
  at: string | number;
}

function pathOf(step: Step | null): string {
  return step === null ? "" : `${pathOf(step.above)}/${step.at}`;
}

function note({ found }: Look, place: Step | null, text: string): void {
  found.push(`${pathOf(place)} ${text.slice(0, longestFragment)}`);
}

function look(into: Look, value: PdfValue, place: Step | null): void {
  const written = (): string => into.bytes.toString("latin1", value.start, value.end);
  const mustBe = (pattern: RegExp): void => {
    if (!pattern.test(written())) note(into, place, written());
  };
  switch (value.kind) {
    case "dict":
      return lookIntoDict(into, value, place);
    case "array":
      return lookIntoArray(into, value, place);
    case "number":
      return mustBe(plain.number);
    case "ref":
      mustBe(plain.reference);
      if (into.document && hasOtherGeneration(into.document, value)) note(into, place, written());
      return undefined;
    case "name":
      return mustBe(plain.name);
    case "string":
      return value.hex && !isPlainHex(into.bytes, value.start, value.end) ? mustBe(plain.hexString) : undefined;
    case "keyword":
      return note(into, place, written());
    default:
      return undefined;
  }
}

/** In that case, some programs find no object. */
function hasOtherGeneration(document: PdfDocument, { num, gen }: { num: number; gen: number }): boolean {
  const entry = document.entry(num);
  return entry !== null && entry.type !== "free" && gen !== (entry.type === "compressed" ? 0 : entry.gen);
}

function lookIntoArray(into: Look, { items, start, end }: PdfArray, place: Step | null): void {
  let at = start + 1;
  items.forEach((item, index) => {
    expectGap(into, at, item.start, place);
    look(into, item, { above: place, at: index });
    at = item.end;
  });
  expectGap(into, at, end - 1, place);
}

/** Most gaps are empty or a single space. */
function expectGap(into: Look, from: number, to: number, place: Step | null): void {
  for (let at = from; at < to; at += 1) {
    if (!isSpace(into.bytes[at])) {
      note(into, place, into.bytes.toString("latin1", from, to));
      return;
    }
  }
}

/**
 * Whether there are only digits and white space between `<` and `>`. Not a regular expression, because a signature
 * has many thousands of digits.
 */
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

function lookIntoDict(into: Look, { entries, duplicates, start, end }: PdfDict, place: Step | null): void {
  const { bytes } = into;
  // Their order no longer gives their position. The keys are compared elsewhere.
  if (duplicates.length > 0) {
    note(into, place, bytes.toString("latin1", start, end));
    return;
  }
  let at = start + 2;
  for (const [key, item] of entries) {
    const below = { above: place, at: key };
    expectGap(into, at, item.keyStart, below);
    const written = bytes.toString("latin1", item.keyStart, item.start);
    if (!plain.key.test(written)) note(into, below, written);
    look(into, item, below);
    at = item.end;
  }
  expectGap(into, at, end - 2, place);
}
