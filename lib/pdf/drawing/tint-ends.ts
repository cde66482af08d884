import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { numbersAt } from "./plain-function";
import { referredData } from "./stream-data";

type Ends = readonly [none: readonly number[], full: readonly number[]];

const LARGEST_SAMPLE = 255;
const MOST_WORDS = 200;

/** The colours of no ink and of all of it by a tint function (8.6.6.4); null for a function that is not computed here. */
export function endsOfTint(document: PdfDocument, tint: PdfValue | undefined, bytes: Buffer): Ends | null {
  const found = document.dict(tint, bytes);
  if (found === null) {
    return null;
  }
  const { entries } = found.value;
  switch (document.number(entries.get("FunctionType"))) {
    case 0:
      return endsOfTable(entries, document, found.bytes, referredData(document, tint));
    case 2: {
      const [none, full] = ["C0", "C1"].map((key) => numbersAt(document, entries.get(key), found.bytes) ?? []);
      return none && full ? [none, full] : null;
    }
    case 4: {
      const words =
        referredData(document, tint)
          ?.toString("latin1")
          .trim()
          .split(/\s+|(?<=[{}])|(?=[{}])/) ?? [];
      const [none, full] = [calculate(words, 0), calculate(words, 1)];
      return none && full ? [none, full] : null;
    }
    default:
      return null;
  }
}

/** Tables of bytes that are written over the whole range, in which the first and the last row are the ends. */
function endsOfTable(
  entries: PdfDict["entries"],
  document: PdfDocument,
  bytes: Buffer,
  data: Buffer | null,
): Ends | null {
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
  return [row(0), row(size - 1)];
}

/** A PostScript calculator (7.10.5) of the operators that tints of one ink are written with; null for any other. */
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

/** Whether the operator is known and finds its operands. */
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
