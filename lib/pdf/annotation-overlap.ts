import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict } from "@/lib/pdf/objects";

/** llx, lly, urx, ury in default user space. */
type Rect = readonly [number, number, number, number];

export interface VisibleAnnotation {
  /** Object number; -1 for a direct object. */
  num: number;
  rect: Rect;
}

/** Shared edges are no overlap. Points. */
const tolerance = 0.5;
/** Annotation flags Invisible, Hidden and NoView (ISO 32000-2, table 167). */
const unseenFlags = 0b100011;
/** These draw nothing of their own that a signature could cover. */
const unseenTypes = new Set(["Link", "Popup"]);

/**
 * The annotations of a page's /Annots that show something and are wanted. To cover one that was there when somebody signed is a way to
 * hide what they saw, so the verifier calls it a modification, and the preparation of a signed file refuses it.
 */
export function visibleAnnotations(document: PdfDocument, annots: Located<PdfArray> | null, isWanted: (num: number) => boolean = () => true): VisibleAnnotation[] {
  const found: VisibleAnnotation[] = [];
  for (const item of annots?.value.items ?? []) {
    const annotation = annots ? document.dict(item, annots.bytes) : null;
    const num = annotation?.num ?? -1;
    const rect = annotation && isWanted(num) ? visibleRect(document, annotation) : null;
    if (rect) {
      found.push({ num, rect });
    }
  }
  return found;
}

/** Whether two rectangles share more than an edge. */
export function overlaps(one: Rect, other: Rect): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width > tolerance && height > tolerance;
}

/** The rectangle of an annotation that shows something, sorted; null for one that does not. */
function visibleRect(document: PdfDocument, annotation: Located<PdfDict>): Rect | null {
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
