import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { annotationsOf } from "./active-content";

/** What a document carries beside its pages. */
export type CarriedContent = "EmbeddedFiles" | "ExternalLinks";

/** Actions that leave the document (ISO 32000-2, table 201); a reader asks before it follows them. */
const leaving = new Set(["URI", "GoToR", "GoToE"]);

/**
 * What stays in a document and shows on no page, or leads away from it: attached files, links to other addresses.
 * Nothing of it runs by itself; who signs should know of it. Sorted, each once.
 */
export function listCarriedContent(document: PdfDocument, pages: readonly PdfPage[]): CarriedContent[] {
  const found = new Set<CarriedContent>();
  const catalog = document.catalog();
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  if (names?.value.entries.has("EmbeddedFiles") || catalog.value.entries.has("AF")) {
    found.add("EmbeddedFiles");
  }
  for (const annotation of pages.flatMap((page) => annotationsOf(document, page))) {
    if (document.name(annotation.value.entries.get("Subtype")) === "FileAttachment") {
      found.add("EmbeddedFiles");
    }
    if (leadsAway(document, annotation)) {
      found.add("ExternalLinks");
    }
  }
  return [...found].sort();
}

function leadsAway(document: PdfDocument, annotation: Located<PdfDict>): boolean {
  const action = document.dict(annotation.value.entries.get("A"), annotation.bytes);
  return action !== null && leaving.has(document.name(action.value.entries.get("S")) ?? "");
}
