import type { PdfDocument } from "@/lib/pdf/document";
import { finding, type Finding } from "./findings";
import type { FilledSignature } from "./signature-fields";

/** The ranges that a signature claims to cover: `[0, gapStart)` and `[gapEnd, end)`. */
export interface SignedRange {
  gapStart: number;
  gapEnd: number;
  end: number;
}

export interface ByteRangeCheck {
  /** Null when /ByteRange is not of the one form that protects anything. */
  range: SignedRange | null;
  problems: Finding[];
}

/**
 * Checks /ByteRange (ISO 32000-2, 12.8.1): four non-negative integers, the first 0, in order and inside the file, with one
 * gap that is exactly the /Contents string of this signature object, delimiters included. Any other gap leaves room for
 * unsigned bytes (the USF and SWA attacks).
 */
export function checkByteRange(document: PdfDocument, signature: FilledSignature): ByteRangeCheck {
  const { dictionary, contents } = signature;
  const array = document.array(dictionary.value.entries.get("ByteRange"), dictionary.bytes);
  const numbers = array?.value.items.map((item) => (item.kind === "number" ? item.value : Number.NaN)) ?? [];
  const problems: Finding[] = [];
  if (dictionary.value.duplicates.length > 0) {
    problems.push(finding("signature_dictionary_duplicates", { keys: [...dictionary.value.duplicates] }));
  }
  if (numbers.length !== 4 || numbers.some((number) => !Number.isSafeInteger(number) || number < 0)) {
    return { range: null, problems: [...problems, finding("byte_range_malformed")] };
  }
  const [first = 0, gapStart = 0, gapEnd = 0, length = 0] = numbers;
  const range = { gapStart, gapEnd, end: gapEnd + length };
  if (first !== 0 || gapStart === 0 || gapEnd <= gapStart || length === 0 || range.end > document.source.size) {
    return { range: null, problems: [...problems, finding("byte_range_outside")] };
  }
  if (!contents) {
    return { range, problems: [...problems, finding("contents_missing")] };
  }
  if (contents.start !== gapStart || contents.end !== gapEnd) {
    problems.push(finding("byte_range_other_gap"));
  }
  return { range, problems };
}
