import { certifiedFile } from "@/lib/pades/verify/difference/prepared-fields";
import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { formFieldsOf } from "@/lib/pades/verify/file/read-once";
import { fieldObjects, findSignatures } from "@/lib/pades/verify/file/signature-fields";
import type { PlaceShare } from "@/lib/pades/verify/report/picture-report";
import type { PdfDocument } from "@/lib/pdf/document";
import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import { signerOfInputField } from "@/lib/pdf/fields/prepared-field";
import type { PdfPage } from "@/lib/pdf/pages";
import { fieldLockOf, permissionOf } from "@/lib/pdf/permissions";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { displaySize, toDisplayBox } from "@/lib/platform/geometry/placement";

const readOnly = 1;
const pushButton = 1 << 16;

/** A document and its pages. */
export interface PagedDocument {
  document: PdfDocument;
  pages: readonly PdfPage[];
}

/**
 * Areas in which a later revision may look different, by page: signature fields signed since, and fillable fields
 * that were filled in. Whether their content is correct is decided by the rules. Pictures only prove that nothing
 * changed around them. An existing field counts at its previous position.
 */
export function changeablePlaces(before: PagedDocument, after: PagedDocument): Record<number, PlaceShare[]> {
  const places: Record<number, PlaceShare[]> = {};
  const add = ({ document, pages }: PagedDocument, field: FormField): void => {
    for (const { page, place } of placesOfField(document, pages, field)) (places[page] ??= []).push(place);
  };
  const known = new Map(formFieldsOf(before.document).map((field) => [field.name, field]));
  const isSigned = signedSince(before.document, after.document);
  const mayBeFilled = fillable(before.document);
  for (const field of formFieldsOf(after.document)) {
    const was = known.get(field.name);
    if (field.type === "Sig") {
      if (isSigned(field.name)) add(was ? before : after, was ?? field);
      continue;
    }
    const signer = signerOfInputField(field.name);
    const isPrepared = signer !== null && certifiedFile(before.document, signer) !== null;
    const isFilled = isPrepared
      ? isSigned(signer)
      : was !== undefined && mayBeFilled(was) && hasAnotherValue(before.document, was, after.document, field);
    if (was && isFilled) add(before, was);
  }
  return places;
}

function signedSince(before: PdfDocument, after: PdfDocument): (name: string) => boolean {
  const earlier = new Set(findSignatures(before).map(({ field }) => field));
  const now = new Set(findSignatures(after).map(({ field }) => field));
  return (name) => now.has(name) && !earlier.has(name);
}

/**
 * Fillable fields, unless a signature of that revision forbids filling them in (ISO 32000-2, 12.8.2.2 and 12.8.2.4).
 */
function fillable(document: PdfDocument): (field: FormField) => boolean {
  const signatures = findSignatures(document).flatMap((signature) =>
    fieldObjects(document, signature).map((field) => ({ dictionary: signature.dictionary, field })),
  );
  const isClosed = signatures.some(({ dictionary, field }) => permissionOf(document, dictionary, field) === 1);
  const locks = signatures.map(({ dictionary, field }) => fieldLockOf(document, dictionary, field));
  return ({ name, type, flags }) => {
    const isForPeople = type !== null && (flags & readOnly) === 0 && !(type === "Btn" && (flags & pushButton) !== 0);
    return isForPeople && !isClosed && !locks.some((isLocked) => isLocked(name));
  };
}

/** Whether a field has another value, or a checkbox has another state. */
function hasAnotherValue(before: PdfDocument, was: FormField, after: PdfDocument, is: FormField): boolean {
  const states = (document: PdfDocument, field: FormField): string =>
    field.widgets.map((widget) => document.name(widget.value.entries.get("AS")) ?? "").join(" ");
  return (
    bytesOf(before, was.value, was.valueBytes) !== bytesOf(after, is.value, is.valueBytes) ||
    states(before, was) !== states(after, is)
  );
}

function bytesOf(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): string {
  const found = document.locate(value, bytes);
  return found ? found.bytes.toString("latin1", found.value.start, found.value.end) : "";
}

/** The places of a field, from the pages that list its widgets, regardless of the widgets' own /P. */
function placesOfField(
  document: PdfDocument,
  pages: readonly PdfPage[],
  field: FormField,
): { page: number; place: PlaceShare }[] {
  const pageOf = pagesOfWidgets(document, pages);
  return field.widgets.flatMap((widget) => {
    const page = widget.num === null ? undefined : pageOf.get(widget.num);
    const place = page && placeOf(document, page, widget);
    return page && place ? [{ page: page.index + 1, place }] : [];
  });
}

function placeOf(document: PdfDocument, { box }: PdfPage, widget: Located<PdfDict>): PlaceShare | null {
  const rect = readRect(document, widget);
  if (rect === null) return null;
  const { widthPt, heightPt } = displaySize(box);
  const shown = toDisplayBox(box, rect);
  return [
    shown.leftPt / widthPt,
    shown.topPt / heightPt,
    (shown.leftPt + shown.widthPt) / widthPt,
    (shown.topPt + shown.heightPt) / heightPt,
  ];
}

const known = new WeakMap<PdfDocument, Map<number, PdfPage>>();

function pagesOfWidgets(document: PdfDocument, pages: readonly PdfPage[]): Map<number, PdfPage> {
  const found = known.get(document) ?? new Map<number, PdfPage>();
  if (known.has(document)) return found;
  known.set(document, found);
  for (const page of pages) {
    const annotations = orWhenUnreadable(
      () => document.array(page.object.value.entries.get("Annots"), page.object.bytes),
      null,
    );
    for (const item of annotations?.value.items ?? []) if (item.kind === "ref") found.set(item.num, page);
  }
  return found;
}
