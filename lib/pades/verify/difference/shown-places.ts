import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { pagesOf } from "@/lib/pades/verify/file/read-once";
import type { LookLimits } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps, readBox, readRect, visibleRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { PdfPage } from "@/lib/pdf/pages";
import { itemsShown, VERIFICATION_LOOK, type ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { ancestry } from "./stray-widgets";

export interface ShownPlace {
  /** Counted from 1, or null if it was not searched for. */
  page: number | null;
  /** As in /Rect, sorted. Null if it cannot be read. */
  rect: [number, number, number, number] | null;
}

/**
 * Places where pages show the widgets of a field, except those that are hidden, have no area or are outside the page.
 */
export function shownPlaces(document: PdfDocument, field: FormField): ShownPlace[] {
  const widgets = new Set(field.widgets.flatMap(({ num }) => num ?? []));
  const pages = pagesOf(document);
  if (pages === null || widgets.size < field.widgets.length) {
    return field.widgets
      .map((widget) => readRect(document, widget))
      .filter((rect) => !isEmpty(rect))
      .map((rect) => ({ page: null, rect: rect && [...rect] }));
  }
  const byWidget = annotationsByNumber(document, pages);
  return [...widgets]
    .flatMap((num) => byWidget.get(num) ?? [])
    .sort((one, other) => one.order - other.order)
    .flatMap(({ page, annotation }): ShownPlace[] => {
      const rect = visibleRect(document, annotation);
      const { object, box } = page;
      const isShown = rect && (!hasPlainBoxes(document, object) || overlaps(rect, [box.x0, box.y0, box.x1, box.y1]));
      return isShown ? [{ page: page.index + 1, rect: rect.every(Number.isFinite) ? [...rect] : null }] : [];
    });
}

interface PageAnnotation {
  page: PdfPage;
  annotation: Located<PdfDict>;
  /** Position among all annotations in the file, in page order. */
  order: number;
}

const known = new WeakMap<PdfDocument, ReadonlyMap<number, readonly PageAnnotation[]>>();

/**
 * The annotations of all pages by object number, collected once because forms have thousands of fields. Throws
 * PdfError.
 */
function annotationsByNumber(
  document: PdfDocument,
  pages: readonly PdfPage[],
): ReadonlyMap<number, readonly PageAnnotation[]> {
  const gathered = known.get(document);
  if (gathered) {
    return gathered;
  }
  const found = new Map<number, PageAnnotation[]>();
  let order = 0;
  for (const page of pages) {
    const annots = document.array(page.object.value.entries.get("Annots"), page.object.bytes);
    for (const item of annots?.value.items ?? []) {
      const annotation = annots && document.dict(item, annots.bytes);
      if (annotation?.num == null) {
        continue;
      }
      const ofNumber = found.get(annotation.num) ?? [];
      ofNumber.push({ page, annotation, order });
      found.set(annotation.num, ofNumber);
      order += 1;
    }
  }
  known.set(document, found);
  return found;
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

/** Limits for one page. All pages together take at most some 450 ms. */
const look: LookLimits = { ...VERIFICATION_LOOK, operators: 20_000, pageOperators: 20_000, bytes: 2 ** 21 };
const mostPagesLookedAt = 24;

type ItemsOfPage = (page: number) => readonly ShownItem[] | null;

const knownItems = new WeakMap<PdfDocument, ItemsOfPage>();

/**
 * The visible items of each page (counted from 1) of an immutable document, read once. Null if a page cannot be read,
 * or too many pages were read before.
 */
export function itemsOfPages(document: PdfDocument): ItemsOfPage {
  const itemsOf = knownItems.get(document) ?? reader(document);
  knownItems.set(document, itemsOf);
  return itemsOf;
}

function reader(document: PdfDocument): ItemsOfPage {
  const pages = pagesOf(document) ?? [];
  const read = new Map<number, readonly ShownItem[] | null>();
  return (number) => {
    const page = pages[number - 1];
    if (page && !read.has(number) && read.size < mostPagesLookedAt) {
      read.set(
        number,
        orWhenUnreadable(() => itemsShown(document, page, look), null),
      );
    }
    return read.get(number) ?? null;
  };
}
