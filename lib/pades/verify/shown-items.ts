import type { PdfDocument } from "@/lib/pdf/document";
import type { LookLimits } from "@/lib/pdf/shadow/budget";
import { itemsShown, VERIFICATION_LOOK, type ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import { orWhenUnreadable } from "./account-bytes";
import { pagesOf } from "./pages-of";

/** Limits for one page. All pages together take at most some 450 ms. */
const look: LookLimits = { ...VERIFICATION_LOOK, operators: 20_000, pageOperators: 20_000, bytes: 2 ** 21 };
const mostPagesLookedAt = 24;

export type ItemsOfPage = (page: number) => readonly ShownItem[] | null;

const known = new WeakMap<PdfDocument, ItemsOfPage>();

/**
 * The visible items of each page (counted from 1) of an immutable document, read once. Null if a page cannot be read,
 * or too many pages were read before.
 */
export function itemsOfPages(document: PdfDocument): ItemsOfPage {
  const itemsOf = known.get(document) ?? reader(document);
  known.set(document, itemsOf);
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
