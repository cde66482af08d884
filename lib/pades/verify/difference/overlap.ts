import type { Review } from "@/lib/pades/verify/difference/review";
import { overlaps, visibleAnnotations } from "@/lib/pdf/fields/annotation-overlap";
import type { Located, PdfArray } from "@/lib/pdf/syntax/objects";

/**
 * The name of a new visible signature field whose rectangle overlaps an annotation that was there before: a way to cover
 * what an earlier signer saw. Null when there is none.
 */
export function findOverlap(
  review: Review,
  before: Located<PdfArray> | null,
  after: Located<PdfArray> | null,
): string | null {
  const seen = visibleAnnotations(review.before, before);
  for (const added of visibleAnnotations(review.after, after, (num) => review.newWidgets.has(num))) {
    for (const old of seen) {
      review.deadline.tick();
      if (overlaps(old.rect, added.rect)) {
        return review.newWidgets.get(added.num) ?? "";
      }
    }
  }
  return null;
}
