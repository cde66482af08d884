import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";

/** A revision ends with its cross-reference data: an object whose bytes reach to the very end could go on in what was appended. */
const leastBehind = 9;

/** Whether an object is written at the same place in both. The revision is a prefix of the file, so that these are the same bytes. */
export function isSamePlace(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const [was, is] = [before.entry(num), after.entry(num)];
  if (was === null || is === null || was.type === "free" || is.type === "free") {
    return (was?.type ?? "free") === "free" && (is?.type ?? "free") === "free";
  }
  return was.type === is.type && was.offset === is.offset && was.gen === is.gen;
}

/** The object as the revision holds it whole, its stream data included; null where that cannot be told. */
export function wholeObject(before: PdfDocument, num: number): IndirectObject | null {
  return unlessDamaged(() => {
    const object = before.load(num);
    return object !== null && endOf(before, object) + leastBehind <= before.source.size ? object : null;
  }, null);
}

function endOf(before: PdfDocument, object: IndirectObject): number {
  if (object.streamStart >= 0) {
    const { offset, length } = before.rawStream(object);
    return offset + length;
  }
  // What lies in an object stream ends where that ends, which is looked at by itself.
  return before.entry(object.num)?.type === "compressed" ? 0 : object.offset + object.value.end;
}
