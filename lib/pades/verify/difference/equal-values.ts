import type { Deadline } from "@/lib/pades/verify/file/deadline";
import type { PdfDocument } from "@/lib/pdf/document";
import {
  sliceOf,
  type IndirectObject,
  type PdfArray,
  type PdfDict,
  type PdfString,
  type PdfValue,
} from "@/lib/pdf/syntax/objects";
import { decodeString } from "@/lib/pdf/syntax/text-string";

/**
 * Whether two direct values are equal, regardless of how they are written. References are equal when they refer to
 * the same object. A null entry of a dictionary differs from a missing one: pdf.js shows no image with a null /OC or
 * /W, PDFium none with a null /Filter. A number with a decimal point differs from one without, because some programs
 * ignore `57.0` where an integer belongs. In coordinates, all programs accept both.
 */
export function equalValues(
  a: PdfValue | undefined,
  aBytes: Buffer,
  b: PdfValue | undefined,
  bBytes: Buffer,
  isCoordinate = false,
): boolean {
  if (a === undefined || b === undefined) {
    return a === b;
  }
  switch (a.kind) {
    case "ref":
      return b.kind === "ref" && a.num === b.num && a.gen === b.gen;
    case "array":
      return b.kind === "array" && equalArrays(a, aBytes, b, bBytes, isCoordinate);
    case "dict":
      return b.kind === "dict" && unequalKeys(a, aBytes, b, bBytes).length === 0;
    case "string":
      return b.kind === "string" && equalStrings(a, aBytes, b, bBytes);
    case "null":
      return b.kind === "null";
    case "number":
      return (
        b.kind === "number" && a.value === b.value && (isCoordinate || hasPoint(a, aBytes) === hasPoint(b, bBytes))
      );
    default:
      return b.kind === a.kind && b.value === a.value;
  }
}

const carriageReturn = 13;

// According to the standard, an unescaped carriage return counts as a line feed, but most programs keep it. The
// strings must be equal in both interpretations.
function equalStrings(a: PdfString, aBytes: Buffer, b: PdfString, bBytes: Buffer): boolean {
  const [one, other] = [sliceOf(aBytes, a), sliceOf(bBytes, b)];
  const isPlain = (slice: Buffer): boolean => !slice.includes(carriageReturn);
  return (
    one.equals(other) || (isPlain(one) && isPlain(other) && decodeString(aBytes, a).equals(decodeString(bBytes, b)))
  );
}

/**
 * Keys whose values differ between two dictionaries. A null value equals a missing entry (ISO 32000-2, 7.3.7), unless
 * readers treat it as a value. A key that occurs twice in either dictionary differs, because some readers use the
 * first value and some the last.
 */
export function differingKeys(a: PdfDict, aBytes: Buffer, b: PdfDict, bBytes: Buffer): string[] {
  return unequalKeys(a, aBytes, b, bBytes).filter((key) => {
    const isRepeated = a.duplicates.includes(key) || b.duplicates.includes(key);
    const isNull = [a, b].every(({ entries }) => (entries.get(key)?.kind ?? "null") === "null");
    return isRepeated || !isNull || valuedNulls.has(key);
  });
}

/** Like `differingKeys`, but a null value differs from a missing entry. */
function unequalKeys(a: PdfDict, aBytes: Buffer, b: PdfDict, bBytes: Buffer): string[] {
  const repeated = [...a.duplicates, ...b.duplicates];
  if (repeated.length > 0 && sliceOf(aBytes, a).equals(sliceOf(bBytes, b))) {
    return [];
  }
  const differing = [...new Set([...a.entries.keys(), ...b.entries.keys()])].filter(
    (key) => !equalValues(a.entries.get(key), aBytes, b.entries.get(key), bBytes, coordinates.has(key)),
  );
  return [...new Set([...repeated, ...differing])];
}

/** Coordinates and colours, which signing programs rewrite with or without a decimal point. */
const coordinates = new Set([
  "Rect",
  "MediaBox",
  "CropBox",
  "BleedBox",
  "TrimBox",
  "ArtBox",
  "BBox",
  "Matrix",
  "QuadPoints",
  "C",
  "IC",
  "BG",
  "BC",
]);

function hasPoint(value: PdfValue, bytes: Buffer): boolean {
  return bytes.toString("latin1", value.start, value.end).includes(".");
}

/**
 * Entries in which null is a value. For those that pages and fields inherit (ISO 32000-2, tables 31 and 226), it ends
 * the inheritance in some programs. pdf.js hides an annotation whose layer is null, and PDFium takes a page whose kids
 * are null for a node of the tree.
 */
const valuedNulls = new Set([
  "Resources",
  "MediaBox",
  "CropBox",
  "Rotate",
  "FT",
  "V",
  "DV",
  "Ff",
  "MaxLen",
  "DA",
  "Q",
  "Opt",
  "OC",
  "Kids",
]);

/** Whether two versions of an object are equal, including stream data. Throws TimeUp. */
export function equalObjects(
  before: PdfDocument,
  a: IndirectObject,
  after: PdfDocument,
  b: IndirectObject,
  deadline: Deadline,
): boolean {
  if (a.streamStart >= 0 !== b.streamStart >= 0) {
    return false;
  }
  // Objects that move into or out of object streams are usually written the same.
  const written = sliceOf(a.bytes, a.value).equals(sliceOf(b.bytes, b.value));
  if (!written && !equalValues(a.value, a.bytes, b.value, b.bytes)) {
    return false;
  }
  return a.streamStart < 0 || equalStreams(before, a, after, b, deadline);
}

function equalStreams(
  before: PdfDocument,
  a: IndirectObject,
  after: PdfDocument,
  b: IndirectObject,
  deadline: Deadline,
): boolean {
  const [one, other] = [before.rawStream(a), after.rawStream(b)];
  if (one.length !== other.length) {
    return false;
  }
  const chunk = 1024 * 1024;
  for (let done = 0; done < one.length; done += chunk) {
    deadline.check();
    const length = Math.min(chunk, one.length - done);
    if (!before.source.read(one.offset + done, length).equals(after.source.read(other.offset + done, length))) {
      return false;
    }
  }
  return true;
}

function equalArrays(a: PdfArray, aBytes: Buffer, b: PdfArray, bBytes: Buffer, isCoordinate: boolean): boolean {
  return (
    a.items.length === b.items.length &&
    a.items.every((item, index) => equalValues(item, aBytes, b.items[index], bBytes, isCoordinate))
  );
}
