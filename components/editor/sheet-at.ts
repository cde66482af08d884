/** A point on a page: how far right and down of it, 0 to 1 (beyond, outside of it). */
export interface PointOnSheet {
  sheet: HTMLElement;
  page: number;
  share: { x: number; y: number };
}

/** The page under a point of the window; null when none is there. */
export function sheetAt(x: number, y: number): PointOnSheet | null {
  const sheet = document.elementsFromPoint(x, y).find((element) => element.matches("section[data-page]"));
  return sheet instanceof HTMLElement ? pointOnSheet(sheet, x, y) : null;
}

/** Where a point of the window lies as seen from this page. */
export function pointOnSheet(sheet: HTMLElement, x: number, y: number): PointOnSheet {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return { sheet, page: Number(sheet.dataset["page"]), share: { x: (x - left) / width, y: (y - top) / height } };
}
