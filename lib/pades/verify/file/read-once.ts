import type { PdfDocument } from "@/lib/pdf/document";
import { readFields, type FormField } from "@/lib/pdf/fields/fields";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { orWhenUnreadable } from "./account-bytes";

const knownFields = new WeakMap<PdfDocument, readonly FormField[]>();

/** The form fields of an immutable document, read once, because several checks of each revision need them. */
export function formFieldsOf(document: PdfDocument): readonly FormField[] {
  const fields = knownFields.get(document) ?? readFields(document).fields;
  knownFields.set(document, fields);
  return fields;
}

const mostPages = 100_000;

const knownPages = new WeakMap<PdfDocument, readonly PdfPage[] | null>();

/** The pages of an immutable document, walked once. Null if the tree cannot be read or has more than 100,000 pages. */
export function pagesOf(document: PdfDocument): readonly PdfPage[] | null {
  const pages = knownPages.has(document)
    ? (knownPages.get(document) ?? null)
    : orWhenUnreadable(() => readPages(document, { maxPages: mostPages }), null);
  knownPages.set(document, pages);
  return pages;
}
