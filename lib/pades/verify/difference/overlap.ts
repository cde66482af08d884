import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict } from "@/lib/pdf/objects";
import type { Review } from "@/lib/pades/verify/difference/review";

type Rect = [number, number, number, number];

/** Shared edges are no overlap. Points. */
const tolerance = 0.5;
/** Annotation flags Invisible, Hidden and NoView (ISO 32000-2, table 167). */
const unseenFlags = 0b100011;
/** These draw nothing of their own that a signature could cover. */
const unseenTypes = new Set(["Link", "Popup"]);

/**
 * The name of a new visible signature field whose rectangle overlaps an annotation that was there before: a way to cover
 * what an earlier signer saw. Null when there is none.
 */
export function findOverlap(review: Review, before: Located<PdfArray> | null, after: Located<PdfArray> | null): string | null {
  const seen = rectsOf(review.before, before, () => true);
  for (const added of rectsOf(review.after, after, (num) => review.newWidgets.has(num))) {
    if (seen.some((old) => isOver(review, old.rect, added.rect))) {
      return review.newWidgets.get(added.num) ?? "";
    }
  }
  return null;
}

function isOver(review: Review, old: Rect, added: Rect): boolean {
  review.deadline.tick();
  return overlaps(old, added);
}

function rectsOf(document: PdfDocument, annots: Located<PdfArray> | null, wanted: (num: number) => boolean): { num: number; rect: Rect }[] {
  const found: { num: number; rect: Rect }[] = [];
  for (const item of annots?.value.items ?? []) {
    const annotation = annots ? document.dict(item, annots.bytes) : null;
    const num = annotation?.num ?? -1;
    const rect = annotation && wanted(num) ? visibleRect(document, annotation) : null;
    if (rect) {
      found.push({ num, rect });
    }
  }
  return found;
}

/** The rectangle of an annotation that shows something, sorted; null for one that does not. */
export function visibleRect(document: PdfDocument, annotation: Located<PdfDict>): Rect | null {
  const { entries } = annotation.value;
  const flags = document.number(entries.get("F")) ?? 0;
  const rect = document.array(entries.get("Rect"), annotation.bytes);
  const [a, b, c, d] = rect?.value.items.map((item) => document.number(item)) ?? [];
  if ((flags & unseenFlags) !== 0 || unseenTypes.has(document.name(entries.get("Subtype")) ?? "")) {
    return null;
  }
  if (a == null || b == null || c == null || d == null || a === c || b === d) {
    return null;
  }
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function overlaps(one: Rect, other: Rect): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width > tolerance && height > tolerance;
}
