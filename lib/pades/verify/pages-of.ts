import type { PdfDocument } from "@/lib/pdf/document";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { orWhenUnreadable } from "./account-bytes";

const mostPages = 100_000;

const known = new WeakMap<PdfDocument, readonly PdfPage[] | null>();

/** The pages of an immutable document, walked once. Null if the tree cannot be read or has more than 100,000 pages. */
export function pagesOf(document: PdfDocument): readonly PdfPage[] | null {
  const pages = known.has(document)
    ? (known.get(document) ?? null)
    : orWhenUnreadable(() => readPages(document, { maxPages: mostPages }), null);
  known.set(document, pages);
  return pages;
}
