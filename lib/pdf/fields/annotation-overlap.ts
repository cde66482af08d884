import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** llx, lly, urx, ury in default user space. */
export type Rect = readonly [number, number, number, number];

export interface VisibleAnnotation {
  /** Object number, or -1 for a direct object. */
  num: number;
  rect: Rect;
}

/** In points. Shared edges do not count as an overlap. */
const tolerance = 0.5;
/**
 * Annotation flags (ISO 32000-2, table 167). Invisible does not hide a widget, because it applies only to non-standard
 * types. NoView content is still printed with Print, and shown under the pointer with ToggleNoView. PDFium shows
 * widgets despite NoView.
 */
const hidden = 0b10;
const noView = 0b100000;
const shownAllTheSame = 0b100000100;
/**
 * A number that every reader parses alike: repeated signs, repeated points and very large numbers are parsed
 * differently.
 */
const plainNumber = /^[+-]?(?:\d{1,9}(?:\.\d*)?|\.\d+)$/;
const plainFlags = /^\d{1,9}$/;
const everywhere: Rect = [-Infinity, -Infinity, Infinity, Infinity];
/** Types that draw nothing that a signature could cover, unless they have an appearance: most programs draw it. */
const unseenTypes = new Set(["Link", "Popup"]);

/**
 * Those visible annotations of a page's /Annots that are requested. Covering an annotation that was there when
 * somebody signed could hide what they saw, so the verifier reports it as a modification, and preparing a signed file
 * refuses it.
 */
export function visibleAnnotations(
  document: PdfDocument,
  annots: Located<PdfArray> | null,
  isWanted: (num: number) => boolean = () => true,
): VisibleAnnotation[] {
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

/** The rectangle of an annotation, sorted. Null unless it consists of four plain numbers. */
export function readRect(document: PdfDocument, annotation: Located<PdfDict>): Rect | null {
  return readBox(document, annotation, "Rect");
}

/** Like `readRect`, for any entry. */
export function readBox(document: PdfDocument, owner: Located<PdfDict>, key: string): Rect | null {
  const rect = document.array(owner.value.entries.get(key), owner.bytes);
  const [a, b, c, d] = rect?.value.items.map((item) => plainNumberOf(document, item, rect.bytes)) ?? [];
  if (rect?.value.items.length !== 4 || a == null || b == null || c == null || d == null) {
    return null;
  }
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function plainNumberOf(document: PdfDocument, item: PdfValue, bytes: Buffer): number | null {
  const found = document.locate(item, bytes);
  const isPlain =
    found?.value.kind === "number" &&
    plainNumber.test(found.bytes.toString("latin1", found.value.start, found.value.end));
  return isPlain && found.value.kind === "number" ? found.value.value : null;
}

/**
 * The flags of an annotation, 0 if absent. Null for values that some programs reject, such as `2.0` or more than 31
 * bits.
 */
export function readFlags(document: PdfDocument, { value, bytes }: Located<PdfDict>): number | null {
  const found = document.locate(value.entries.get("F"), bytes);
  if (found === null || found.value.kind === "null") {
    return 0;
  }
  const written = found.bytes.toString("latin1", found.value.start, found.value.end);
  return found.value.kind === "number" && plainFlags.test(written) ? found.value.value : null;
}

/** The visible area of an annotation, or null if it is invisible. An unreadable rectangle counts as unlimited. */
export function visibleRect(document: PdfDocument, annotation: Located<PdfDict>): Rect | null {
  const { entries } = annotation.value;
  const subtype = document.name(entries.get("Subtype")) ?? "";
  const drawsNothing = unseenTypes.has(subtype) && !entries.has("AP");
  if (isUnseen(readFlags(document, annotation) ?? 0, subtype) || drawsNothing || !entries.has("Rect")) {
    return null;
  }
  const rect = readRect(document, annotation) ?? everywhere;
  return rect[0] === rect[2] || rect[1] === rect[3] ? null : rect;
}

function isUnseen(flags: number, subtype: string): boolean {
  const isNotViewed = subtype !== "Widget" && (flags & noView) !== 0 && (flags & shownAllTheSame) === 0;
  return (flags & hidden) !== 0 || isNotViewed;
}
