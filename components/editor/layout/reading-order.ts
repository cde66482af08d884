import type { EditorElement } from "@/components/editor/editor-element";

/** Boxes as somebody reads them: by page, from top to bottom, from left to right. */
export function inReadingOrder(elements: readonly EditorElement[]): EditorElement[] {
  return [...elements].sort(
    (first, second) =>
      first.page - second.page || first.box.topPt - second.box.topPt || first.box.leftPt - second.box.leftPt,
  );
}

/** The box that Tab leads to: the selected one, else the first on the page in sight, else the first of all. */
export function tabStopOf(
  elements: readonly EditorElement[],
  selectedKey: string | null,
  visiblePage: number,
): string | null {
  if (selectedKey !== null && elements.some((element) => element.key === selectedKey)) return selectedKey;
  const ordered = inReadingOrder(elements);
  return (ordered.find((element) => element.page >= visiblePage) ?? ordered[0])?.key ?? null;
}

/** The key of the next (`by` 1) or previous (-1) box, round the end. */
export function neighbourOf(elements: readonly EditorElement[], key: string, by: 1 | -1): string | null {
  const ordered = inReadingOrder(elements);
  const index = ordered.findIndex((element) => element.key === key);
  return index < 0 ? null : (ordered.at((index + by) % ordered.length)?.key ?? null);
}
