/** A page as `GET …/pages` tells of it: its number from 1, and its size in points as a reader sees it. */
export interface PageBox {
  page: number;
  width: number;
  height: number;
}

/** Where the pages come from: a file that the session may read, the same as it was at a signed revision, or a sign link that needs no session. */
export type PageSource =
  { kind: "file"; uuid: string } | { kind: "revision"; uuid: string; revision: number } | { kind: "link"; u: string };

/** The widths that page images are asked for in: few, so that the same picture serves many windows. */
export const imageWidths = [480, 800, 1200, 1600] as const;
export const thumbnailWidth = 160;

export function pageImageUrl(source: PageSource, page: number, width: number): string {
  return `${addressOf(source)}/pages/${page}/image?width=${width}&format=webp`;
}

/** The whole document, to keep. */
export function contentUrl(source: PageSource): string {
  return `${addressOf(source)}/content`;
}

/** The same for showing it, which the document's history does not call a download. */
export function viewUrl(source: PageSource): string {
  return source.kind === "link" ? contentUrl(source) : `${contentUrl(source)}?purpose=view`;
}

function addressOf(source: PageSource): string {
  switch (source.kind) {
    case "file":
      return `/api/v1/file/${source.uuid}`;
    case "revision":
      return `/api/v1/file/${source.uuid}/revisions/${source.revision}`;
    case "link":
      return `/api/v1/sign/uuid/${source.u}`;
  }
}

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
