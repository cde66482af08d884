import type { PageBox } from "./page-source";

/** `fit`: as wide as there is room, but no wider than `largestFit`. A number: 1 is one point to 96/72 CSS pixels. */
export type Zoom = number | "fit";

export const smallestZoom = 0.5;
export const largestZoom = 4;
const largestFit = 1.75;
const pixelsPerPoint = 96 / 72;

export interface PageSize {
  /** As CSS wants it: the browser keeps the room before any script runs. */
  cssWidth: string;
  /** CSS pixels a point; null while the room is not known. */
  scale: number | null;
}

/** Sizes of pages in a list that is `roomPx` wide. */
export function pageSizer(
  pages: readonly PageBox[],
  zoom: Zoom,
): { maxWidthPx: number | null; sizeOf: (page: PageBox, roomPx: number | null) => PageSize } {
  if (zoom !== "fit") {
    const scale = pixelsPerPoint * Math.min(largestZoom, Math.max(smallestZoom, zoom));
    return { maxWidthPx: null, sizeOf: (page) => ({ cssWidth: `${page.width * scale}px`, scale }) };
  }
  const usual = usualWidth(pages);
  return {
    maxWidthPx: usual * pixelsPerPoint * largestFit,
    sizeOf: (page, roomPx) => {
      // Wider pages than usual shrink into the room; narrower ones keep the scale of the others.
      const share = Math.min(1, page.width / usual);
      return { cssWidth: `${share * 100}%`, scale: roomPx === null ? null : (roomPx * share) / page.width };
    },
  };
}

/** The width that half the pages do not exceed: one poster among letters must not make the letters tiny. */
function usualWidth(pages: readonly PageBox[]): number {
  const widths = pages.map((page) => page.width).sort((a, b) => a - b);
  return widths[Math.floor((widths.length - 1) / 2)] ?? 1;
}
