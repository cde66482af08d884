import { hasSameContent, type EditorElement } from "@/components/editor/editor-element";
import { fitOnPage, type PageSize } from "@/lib/geometry/fit-box";
import { shiftBox } from "./shift-together";

/** How far a copy lies from a box that it would cover, right and down, in points. */
const offsetPt = 12;

/** Copies beside their originals, in the same order. */
export function duplicatesOf(originals: readonly EditorElement[], newKey: () => string): EditorElement[] {
  return originals.map((element) => ({
    ...element,
    key: newKey(),
    box: shiftBox(element.box, { rightPt: offsetPt, downPt: offsetPt }),
  }));
}

/**
 * Copies on `page`, where the originals lie on theirs; of originals of several pages the first goes to `page`, the others as far behind it
 * as they were. They move a little where the same box lies already. What has no page to go to is left out.
 */
export function pasted(
  originals: readonly EditorElement[],
  page: number,
  { pages, elements, newKey }: { pages: readonly PageSize[]; elements: readonly EditorElement[]; newKey: () => string },
): EditorElement[] {
  const first = Math.min(...originals.map((element) => element.page));
  const placed = originals
    .map((element) => ({ ...element, page: page + element.page - first }))
    .filter((element) => pages[element.page - 1]);
  for (let tries = 0; tries < elements.length; tries++) {
    if (!placed.some((copy) => isThere(fitted(copy, pages), elements))) break;
    for (const copy of placed) copy.box = shiftBox(copy.box, { rightPt: offsetPt, downPt: offsetPt });
  }
  return placed.map((copy) => ({ ...copy, key: newKey() }));
}

/** One copy of each original on each of the pages, at the same place; where the very same box lies already, none. */
export function repeated(
  originals: readonly EditorElement[],
  onPages: readonly number[],
  { pages, elements, newKey }: { pages: readonly PageSize[]; elements: readonly EditorElement[]; newKey: () => string },
): EditorElement[] {
  return onPages.flatMap((page) =>
    originals
      .map((element) => ({ ...element, page }))
      .filter((copy) => pages[page - 1] && !isThere(fitted(copy, pages), elements))
      .map((copy) => ({ ...copy, key: newKey() })),
  );
}

function isThere(element: EditorElement, elements: readonly EditorElement[]): boolean {
  return elements.some((other) => other.page === element.page && hasSameContent(element, other));
}

function fitted(element: EditorElement, pages: readonly PageSize[]): EditorElement {
  const page = pages[element.page - 1];
  return page ? { ...element, box: fitOnPage(element.box, page) } : element;
}
