import { overlaps, readRect, visibleAnnotations, type VisibleAnnotation } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import type { PdfDocument } from "@/lib/pdf/document";
import { TimeUp } from "@/lib/pades/verify/deadline";
import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import type { Notice, SignatureRecord } from "@/lib/pades/verify/report";
import type { RevisionStore } from "@/lib/pades/verify/revisions";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";

type LaterSignature = Extract<Notice, { code: "later_signature_shown" }>;

/** Beyond this many the place is not looked for, and the notice has none. */
const mostPages = 2000;

/**
 * A notice for each signature field that was added after somebody had signed and that shows itself on a page. Its appearance is free, so that
 * it can draw anything over what the earlier signer saw; no standard calls that a modification.
 */
export function laterSignatures(store: RevisionStore, records: readonly SignatureRecord[]): LaterSignature[] {
  const { document } = store;
  if (document.isEncrypted) {
    return [];
  }
  try {
    return unlessDamaged(() => findLater(store, records).flatMap(({ field, unseenBy }) => noticesOf(document, field, records, unseenBy)), []);
  } catch (error) {
    if (error instanceof TimeUp) {
      return [];
    }
    throw error;
  }
}

interface LaterField {
  field: FormField;
  /** Fields of the signatures that were made before it was there. */
  unseenBy: string[];
}

function findLater(store: RevisionStore, records: readonly SignatureRecord[]): LaterField[] {
  const seen = records.filter(({ kind, intact }) => kind === "signature" && intact).map((record) => ({ field: record.field, names: namesSeenBy(store, record) }));
  return formFieldsOf(store.document).filter(({ type }) => type === "Sig").flatMap((field) => {
    const unseenBy = seen.filter(({ names }) => names && !names.has(field.name)).map((one) => one.field);
    return unseenBy.length > 0 ? [{ field, unseenBy }] : [];
  });
}

/** Names of the signature fields in the revision that a signer saw; null where that cannot be opened. */
function namesSeenBy(store: RevisionStore, { signedRevision }: SignatureRecord): ReadonlySet<string> | null {
  const revision = signedRevision && store.open(signedRevision.end);
  const fields = revision ? unlessDamaged(() => formFieldsOf(revision), null) : null;
  return fields && new Set(fields.filter(({ type }) => type === "Sig").map(({ name }) => name));
}

function noticesOf(document: PdfDocument, field: FormField, records: readonly SignatureRecord[], unseenBy: string[]): LaterSignature[] {
  const signer = records.find((record) => record.field === field.name)?.signer?.subject ?? null;
  return placesOf(document, field).map((place) => ({ code: "later_signature_shown", field: field.name, signer, ...place, unseenBy }));
}

type Place = Pick<LaterSignature, "page" | "rect">;

function placesOf(document: PdfDocument, field: FormField): Place[] {
  const widgets = new Set(field.widgets.flatMap(({ num }) => num ?? []));
  const pages = unlessDamaged(() => readPages(document, { maxPages: mostPages }), null);
  if (pages === null || widgets.size < field.widgets.length) {
    return field.widgets.map((widget) => readRect(document, widget)).filter((rect) => !isEmpty(rect)).map((rect) => ({ page: null, rect: rect && [...rect] }));
  }
  return pages.flatMap((page) => shownOn(document, page, widgets).map(({ rect }) => ({ page: page.index + 1, rect: rect.every(Number.isFinite) ? [...rect] : null })));
}

function shownOn(document: PdfDocument, { object, box }: PdfPage, widgets: ReadonlySet<number>): VisibleAnnotation[] {
  const annots = document.array(object.value.entries.get("Annots"), object.bytes);
  return visibleAnnotations(document, annots, (num) => widgets.has(num)).filter(({ rect }) => overlaps(rect, [box.x0, box.y0, box.x1, box.y1]));
}

function isEmpty(rect: ReturnType<typeof readRect>): boolean {
  return rect !== null && (rect[0] === rect[2] || rect[1] === rect[3]);
}
