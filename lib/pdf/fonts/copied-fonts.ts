import { canonicalDict, canonicalValue } from "@/lib/pdf/canonical/canonical-value";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { SmallObject } from "@/lib/pdf/small-pdf";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";

const mostObjects = 20_000;
const mostBytes = 48 * 2 ** 20;

/**
 * Fonts with all that they lead to, for another file: their dictionaries, and the objects to be numbered there from `first` on. Null past the limits, and where one
 * cannot be read.
 */
export function copyFonts(
  document: PdfDocument,
  fonts: readonly Located<PdfDict>[],
  first: number,
): { written: string[]; objects: SmallObject[] } | null {
  const numbers = new Map<number, number>();
  const waiting: IndirectObject[] = [];
  const renumber = (num: number): number | null => {
    const known = numbers.get(num);
    if (known !== undefined) return known;
    const object = document.load(num);
    if (!object) return null;
    const own = first + numbers.size;
    numbers.set(num, own);
    waiting.push(object);
    return own;
  };
  try {
    const written = fonts.map(({ value, bytes }) => canonicalValue(value, bytes, renumber));
    const objects: SmallObject[] = [];
    let size = 0;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const object = copyOf(document, next, renumber);
      size += typeof object === "string" ? object.length : object[1].length;
      if (numbers.size > mostObjects || size > mostBytes) return null;
      objects.push(object);
    }
    return { written, objects };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function copyOf(document: PdfDocument, object: IndirectObject, renumber: (num: number) => number | null): SmallObject {
  const { value, bytes, streamStart } = object;
  if (streamStart < 0 || value.kind !== "dict") return canonicalValue(value, bytes, renumber);
  const { offset, length } = document.rawStream(object);
  const dict = canonicalDict(value, bytes, renumber, { Length: null });
  return [dict.slice(2, -2), document.source.read(offset, length)];
}
