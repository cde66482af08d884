import { ancestry } from "@/lib/pades/verify/difference/stray-widgets";
import type { PdfDocument } from "@/lib/pdf/document";
import {
  overlaps,
  readBox,
  readRect,
  visibleAnnotations,
  type VisibleAnnotation,
} from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { PdfPage } from "@/lib/pdf/pages";
import { pagesOf } from "./pages-of";

export interface ShownPlace {
  /** Counted from 1; null where it was not looked for. */
  page: number | null;
  /** As in /Rect, sorted; null where it cannot be read. */
  rect: [number, number, number, number] | null;
}

/** Places where pages show the widgets of a field, without those that are hidden, have no area or lie off the page. */
export function shownPlaces(document: PdfDocument, field: FormField): ShownPlace[] {
  const widgets = new Set(field.widgets.flatMap(({ num }) => num ?? []));
  const pages = pagesOf(document);
  if (pages === null || widgets.size < field.widgets.length) {
    return field.widgets
      .map((widget) => readRect(document, widget))
      .filter((rect) => !isEmpty(rect))
      .map((rect) => ({ page: null, rect: rect && [...rect] }));
  }
  return pages.flatMap((page) =>
    shownOn(document, page, widgets).map(({ rect }) => ({
      page: page.index + 1,
      rect: rect.every(Number.isFinite) ? [...rect] : null,
    })),
  );
}

function shownOn(document: PdfDocument, { object, box }: PdfPage, widgets: ReadonlySet<number>): VisibleAnnotation[] {
  const annots = document.array(object.value.entries.get("Annots"), object.bytes);
  const shown = visibleAnnotations(document, annots, (num) => widgets.has(num));
  return shown.length > 0 && hasPlainBoxes(document, object)
    ? shown.filter(({ rect }) => overlaps(rect, [box.x0, box.y0, box.x1, box.y1]))
    : shown;
}

// If programs disagree about the visible part of a page, everything counts as visible.
function hasPlainBoxes(document: PdfDocument, page: PdfPage["object"]): boolean {
  return ancestry(document, page).every((part) =>
    ["MediaBox", "CropBox"].every((key) => !part.value.entries.has(key) || readBox(document, part, key) !== null),
  );
}

function isEmpty(rect: ReturnType<typeof readRect>): boolean {
  return rect !== null && (rect[0] === rect[2] || rect[1] === rect[3]);
}
