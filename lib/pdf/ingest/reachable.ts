import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";

/** Far beyond any honest document of 100 MB. A file with more is refused, so that nothing can hide behind the limit. */
const MAX_OBJECTS = 1_500_000;

/**
 * Every object that the trailer leads to, each once, whatever the path. An object that cannot be read is left out.
 * Throws PdfError `too_large` past the limit.
 */
export function* reachableObjects(document: PdfDocument): Generator<IndirectObject> {
  const seen = new Set<number>();
  const waiting: number[] = [];
  const note = (num: number): void => {
    if (!seen.has(num)) {
      seen.add(num);
      waiting.push(num);
    }
  };
  for (const [key, value] of document.trailer.value.entries) {
    // The sections before are in `document` already.
    if (key !== "Prev" && key !== "XRefStm") {
      eachReference(value, note);
    }
  }
  for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
    if (seen.size > MAX_OBJECTS) {
      throw new PdfError("too_large", `more than ${MAX_OBJECTS} objects`);
    }
    const object = unlessUnreadable(() => document.load(num));
    if (object !== null) {
      eachReference(object.value, note);
      yield object;
    }
  }
}

function eachReference(value: PdfValue, note: (num: number) => void): void {
  switch (value.kind) {
    case "ref":
      note(value.num);
      return;
    case "array":
      value.items.forEach((item) => eachReference(item, note));
      return;
    case "dict":
      value.entries.forEach((entry) => eachReference(entry, note));
      return;
    default:
  }
}

function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.code === "damaged") {
      return null;
    }
    throw error;
  }
}
