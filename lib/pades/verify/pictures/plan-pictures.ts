import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import { isGreen, type SignatureRecord } from "@/lib/pades/verify/report";
import type { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { displaySize } from "@/lib/platform/geometry/placement";
import { changeablePlaces, type PagedDocument } from "./changeable-places";
import { pageChanges, type PageChanges } from "./page-changes";
import type { PicturePlan, PlaceShare } from "./picture-report";

const maxPages = 20_000;
/** Limit of revisions drawn per file. Each is kept open while pages are compared. */
const mostRevisions = 24;

const nothingKnown: PageChanges = { changed: [], unchanged: [], sameContent: [] };

/** Whether something follows the bytes that a signature covers, so that the signed version can be compared with the current file. */
export function hasLaterRevision({
  signedRevision,
  coverage,
}: Pick<SignatureRecord, "signedRevision" | "coverage">): boolean {
  return signedRevision !== null && coverage !== "whole_file";
}

/**
 * Pages to render and compare for a verified file, or null if nothing follows any signature. Green signatures come
 * first, because a difference matters most for them.
 */
export function planPictures(document: PdfDocument, records: readonly SignatureRecord[]): PicturePlan | null {
  const later = records.filter(hasLaterRevision);
  const ends = [
    ...later.filter(({ verdict }) => isGreen(verdict)),
    ...later.filter(({ verdict }) => !isGreen(verdict)),
  ].flatMap(({ signedRevision }) => signedRevision?.end ?? []);
  if (ends.length === 0) return null;
  const after = paged(document);
  const first = new Set<number>();
  const sizes = after.pages.map(({ box }) => displaySize(box));
  const revisions = [...new Set(ends)].slice(0, mostRevisions).map((end) => {
    const before = orWhenUnreadable(() => paged(document.openPrefix(end)), null);
    if (!before) return { end, ignored: {}, unchanged: [], sameContent: [] };
    const { changed, unchanged, sameContent } = orWhenUnreadable(() => pageChanges(before, after), nothingKnown);
    for (const page of changed) first.add(page);
    for (const { box, index } of before.pages) sizes[index] ??= displaySize(box);
    const ignored: Record<number, PlaceShare[]> = orWhenUnreadable(() => changeablePlaces(before, after), {});
    return { end, ignored, unchanged, sameContent };
  });
  return { revisions, first: [...first].sort((a, b) => a - b), pageSizes: sizes };
}

function paged(document: PdfDocument): PagedDocument {
  return { document, pages: orWhenUnreadable(() => readPages(document, { maxPages }), []) };
}
