import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

const MAX_DEPTH = 4;
const SAMPLE_BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 12, 16, 24, 32]);

/** The numbers of an array, or null if it is not an array or contains other values. */
export function numbersAt(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): number[] | null {
  const list = document.array(value, bytes);
  const numbers = list?.value.items.map((item) => document.number(item)) ?? null;
  return numbers?.every((number) => number !== null) ? numbers : null;
}

/** Whether a number, if present, is written as an integer. Poppler ignores `8.0` where it expects a count. */
export function isWrittenWhole(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.locate(value, bytes);
  return (
    found?.value.kind !== "number" ||
    /^[+-]?\d+$/.test(found.bytes.toString("latin1", found.value.start, found.value.end))
  );
}

/**
 * Whether a function (7.10) has everything that its type requires, in the right amounts. Its results are not checked.
 */
export function isPlainFunction(
  document: PdfDocument,
  value: PdfValue | undefined,
  bytes: Buffer,
  outputs: number,
  depth = 0,
): boolean {
  const found = document.dict(value, bytes);
  const domain = found && numbersAt(document, found.value.entries.get("Domain"), found.bytes);
  if (!found || !domain || domain.length < 2 || domain.length % 2 !== 0 || !isAscending(domain) || depth > MAX_DEPTH) {
    return false;
  }
  switch (document.number(found.value.entries.get("FunctionType"))) {
    case 0:
      return isSampled(document, found, domain.length / 2, outputs);
    case 2:
      return isExponential(document, found, outputs);
    case 3:
      return isStitching(document, found, domain, outputs, depth);
    case 4:
      return numbersAt(document, found.value.entries.get("Range"), found.bytes)?.length === outputs * 2;
    default:
      return false;
  }
}

function isAscending(pairs: readonly number[]): boolean {
  return pairs.every((value, at) => at % 2 === 0 || value > (pairs[at - 1] ?? value));
}

function isSampled(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  inputs: number,
  outputs: number,
): boolean {
  const size = numbersAt(document, entries.get("Size"), bytes);
  const isOfLength = (key: string, length: number): boolean =>
    !entries.has(key) || numbersAt(document, entries.get(key), bytes)?.length === length;
  return (
    size?.length === inputs &&
    size.every((count) => count >= 1) &&
    SAMPLE_BITS.has(document.number(entries.get("BitsPerSample")) ?? 0) &&
    numbersAt(document, entries.get("Range"), bytes)?.length === outputs * 2 &&
    isOfLength("Encode", inputs * 2) &&
    isOfLength("Decode", outputs * 2)
  );
}

function isExponential(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  outputs: number,
): boolean {
  const ends = ["C0", "C1"].map((key) =>
    entries.has(key) ? (numbersAt(document, entries.get(key), bytes)?.length ?? 0) : 1,
  );
  return ends.every((count) => count === outputs) && (document.number(entries.get("N")) ?? -1) >= 0;
}

function isStitching(
  document: PdfDocument,
  { value: { entries }, bytes }: Located<PdfDict>,
  [from = 0, to = 1]: readonly number[],
  outputs: number,
  depth: number,
): boolean {
  const parts = document.array(entries.get("Functions"), bytes);
  const count = parts?.value.items.length ?? 0;
  const bounds = numbersAt(document, entries.get("Bounds"), bytes);
  const isOrdered =
    bounds?.length === count - 1 && bounds.every((bound, at) => bound >= (bounds[at - 1] ?? from) && bound <= to);
  return (
    parts !== null &&
    count > 0 &&
    isOrdered &&
    numbersAt(document, entries.get("Encode"), bytes)?.length === count * 2 &&
    parts.value.items.every((part) => isPlainFunction(document, part, parts.bytes, outputs, depth + 1))
  );
}
