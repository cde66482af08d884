import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { referredData } from "./stream-data";

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

type Steps = readonly (readonly number[])[];

const PORTIONS = [0, 0.25, 0.5, 0.75, 1];
const LARGEST_SAMPLE = 255;
const MOST_WORDS = 200;

/**
 * The colours that a tint transform (8.6.6.4) gives from no ink to full ink, or null for a function that is not
 * computed here.
 */
export function stepsOfTint(document: PdfDocument, tint: PdfValue | undefined, bytes: Buffer): Steps | null {
  const found = document.dict(tint, bytes);
  if (found === null) {
    return null;
  }
  const { entries } = found.value;
  switch (document.number(entries.get("FunctionType"))) {
    case 0:
      return stepsOfTable(entries, document, found.bytes, referredData(document, tint));
    case 2: {
      const [none = [], full = []] = ["C0", "C1"].map(
        (key, at) => (entries.has(key) ? numbersAt(document, entries.get(key), found.bytes) : [at]) ?? [],
      );
      const power = document.number(entries.get("N")) ?? 1;
      return PORTIONS.map((portion) => none.map((from, at) => from + portion ** power * ((full[at] ?? 0) - from)));
    }
    case 4: {
      const words =
        referredData(document, tint)
          ?.toString("latin1")
          .trim()
          .split(/\s+|(?<=[{}])|(?=[{}])/) ?? [];
      const steps = PORTIONS.map((portion) => calculate(words, portion));
      return steps.every((step) => step !== null) ? steps : null;
    }
    default:
      return null;
  }
}

/** For tables of bytes with the default encoding and decoding. */
function stepsOfTable(
  entries: PdfDict["entries"],
  document: PdfDocument,
  bytes: Buffer,
  data: Buffer | null,
): Steps | null {
  const outputs = (numbersAt(document, entries.get("Range"), bytes)?.length ?? 0) / 2;
  const [size = 0, ...more] = numbersAt(document, entries.get("Size"), bytes) ?? [];
  const isUsual =
    more.length === 0 &&
    document.number(entries.get("BitsPerSample")) === 8 &&
    !entries.has("Encode") &&
    !entries.has("Decode");
  if (!isUsual || data === null || size < 2 || outputs < 1 || data.length < size * outputs) {
    return null;
  }
  const row = (at: number): number[] =>
    [...data.subarray(at * outputs, (at + 1) * outputs)].map((level) => level / LARGEST_SAMPLE);
  return PORTIONS.map((portion) => {
    const at = portion * (size - 1);
    const [below, above] = [row(Math.floor(at)), row(Math.ceil(at))];
    return below.map((level, place) => level + (at - Math.floor(at)) * ((above[place] ?? 0) - level));
  });
}

/** A PostScript calculator (7.10.5) with the operators that are used for tints of one ink. Null for any other. */
function calculate(words: readonly string[], input: number): number[] | null {
  if (words[0] !== "{" || words.at(-1) !== "}" || words.length > MOST_WORDS) {
    return null;
  }
  const stack = [input];
  for (const word of words.slice(1, -1)) {
    const number = Number(word);
    if (word !== "" && Number.isFinite(number)) {
      stack.push(number);
    } else if (word !== "" && !apply(word, stack)) {
      return null;
    }
  }
  return stack;
}

/** Executes the operator. Returns false if it is unknown or lacks operands. */
function apply(operator: string, stack: number[]): boolean {
  const [under, top] = [stack.at(-2), stack.at(-1)];
  if (top === undefined) {
    return false;
  }
  if (operator === "pop" || operator === "dup") {
    stack.splice(-1, 1, ...(operator === "pop" ? [] : [top, top]));
    return true;
  }
  if (under === undefined) {
    return false;
  }
  switch (operator) {
    case "exch":
      stack.splice(-2, 2, top, under);
      return true;
    case "mul":
      stack.splice(-2, 2, under * top);
      return true;
    case "add":
      stack.splice(-2, 2, under + top);
      return true;
    case "sub":
      stack.splice(-2, 2, under - top);
      return true;
    case "roll":
      return roll(stack);
    default:
      return false;
  }
}

function roll(stack: number[]): boolean {
  const [count = -1, by = 0] = stack.splice(-2, 2);
  if (!Number.isInteger(count) || !Number.isInteger(by) || count < 1 || count > stack.length) {
    return false;
  }
  const rolled = stack.splice(-count, count);
  const at = ((-by % count) + count) % count;
  stack.push(...rolled.slice(at), ...rolled.slice(0, at));
  return true;
}
