import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { into, itemsOf, type Place } from "@/lib/pades/verify/file/edges";
import { pagesOf } from "@/lib/pades/verify/file/read-once";
import { finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps, visibleAnnotations } from "@/lib/pdf/fields/annotation-overlap";
import type { PdfPage } from "@/lib/pdf/pages";
import type { IndirectObject, Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { differingKeys, equalValues } from "./equal-values";
import { isStream, refuse, type Review } from "./review";
import { ancestry } from "./stray-widgets";

/** The array of a page's annotations, if it is an indirect object. */
const listRole = "annotations";

/**
 * Checks pages that changed: only widgets of new signature fields may be added to their annotations, which must keep
 * their order.
 */
export function reviewAnnotations(review: Review): void {
  const judged = new Set(review.places.objects);
  if (![...review.changes.changed].some((num) => !judged.has(num) && couldMatter(review, num))) {
    return;
  }
  for (const page of pagesOf(review.before) ?? []) {
    review.deadline.tick();
    const annots = page.object.value.entries.get("Annots");
    const pageChanged = review.changes.changed.has(page.object.num);
    if (pageChanged || (annots?.kind === "ref" && review.changes.changed.has(annots.num))) {
      reviewPage(review, page);
    }
  }
}

function reviewPage(review: Review, page: PdfPage): void {
  const number = page.index + 1;
  const { num } = page.object;
  const now = loadDict(review.after, num);
  if (!now || isStream(review.after, num) || isStream(review.before, num)) {
    refuse(review, finding("page_replaced", { page: number }));
    return;
  }
  const changed = differingKeys(page.object.value, page.object.bytes, now.value, now.bytes).filter(
    (key) => key !== "Annots",
  );
  if (changed.length > 0) {
    refuse(review, finding("page_changed", { page: number, keys: changed }));
  }
  if (
    page.object.value.entries.has("Annots") !== now.value.entries.has("Annots") &&
    inheritsAnnotations(review.before, page)
  ) {
    refuse(review, finding("page_annotations_lost", { page: number }));
  }
  const before = annotationsOf(review.before, page.object);
  const after = annotationsOf(review.after, now);
  judgePage(review, num, before);
  reviewList(review, number, before, after);
  const overlap = findOverlap(review, before, after);
  if (overlap !== null) {
    refuse(review, finding("field_overlaps", { field: overlap, page: number }));
  }
}

// According to the standard, no page does, but pdf.js inherits them from the nodes of the page tree.
function inheritsAnnotations(document: PdfDocument, { object }: PdfPage): boolean {
  const [, ...above] = ancestry(document, object);
  return above.some(({ value }) => value.entries.has("Annots"));
}

function judgePage(review: Review, num: number, annotations: Located<PdfArray> | null): void {
  const place: Place = { num, role: "page", path: into("", "Annots") };
  review.places.judge(num, place.role);
  if (annotations?.num == null) {
    return;
  }
  review.places.lead(place, place.path, listRole);
  review.places.judge(annotations.num, listRole);
  review.places.lead({ num: annotations.num, role: listRole, path: "" }, itemsOf(""), "field");
}

function reviewList(
  review: Review,
  number: number,
  before: Located<PdfArray> | null,
  after: Located<PdfArray> | null,
): void {
  const kept = (after?.value.items ?? []).filter((item) => !isNewWidget(review, item));
  const old = before?.value.items ?? [];
  const remaining =
    before === null || after === null
      ? old.length === 0
      : old.every((item, index) => equalValues(item, before.bytes, kept[index], after.bytes));
  if (!remaining) {
    refuse(review, finding("annotations_removed", { page: number }));
  } else if (kept.length > old.length) {
    refuse(review, finding("annotation_added", { page: number }));
  }
}

function isNewWidget(review: Review, item: PdfValue): boolean {
  return item.kind === "ref" && review.newWidgets.has(item.num);
}

function annotationsOf(document: PdfDocument, page: Located<PdfDict>): Located<PdfArray> | null {
  return document.array(page.value.entries.get("Annots"), page.bytes);
}

// Walking the page tree is only worthwhile for a page or an array of annotations that no other rule covers. An object
// that is missed here makes the change unpermitted.
function couldMatter({ before, after }: Review, num: number): boolean {
  return [before, after].some((document) => {
    const value = tryLoad(document, num)?.value;
    return value?.kind === "array" || (value?.kind === "dict" && mayBePage(document, value));
  });
}

function mayBePage(document: PdfDocument, dict: PdfDict): boolean {
  const type = document.name(dict.entries.get("Type"));
  return type === "Page" || type === null || dict.entries.has("Annots") || dict.entries.has("Parent");
}

function loadDict(document: PdfDocument, num: number): Located<PdfDict> | null {
  const object = tryLoad(document, num);
  return object?.value.kind === "dict" ? { value: object.value, bytes: object.bytes, num, gen: object.gen } : null;
}

/** Like `load`, but treats an unreadable object as missing. */
export function tryLoad(document: PdfDocument, num: number): IndirectObject | null {
  return orWhenUnreadable(() => document.load(num), null);
}

/**
 * The name of a new visible signature field whose rectangle overlaps an existing annotation, so that it could cover
 * what an earlier signer saw. Null if there is none.
 */
function findOverlap(review: Review, before: Located<PdfArray> | null, after: Located<PdfArray> | null): string | null {
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
