/** A page from `GET …/pages`: number from 1, and displayed size in points. */
export interface PageBox {
  page: number;
  width: number;
  height: number;
}

/**
 * Source of the pages: a file that the session may read, its state at a signed revision, a sign link, which needs no
 * session, or a template. `version` only keeps browsers from showing remembered pages of another version.
 */
export type PageSource =
  | { kind: "file"; uuid: string; version?: number }
  | { kind: "revision"; uuid: string; revision: number }
  | { kind: "link"; u: string }
  | { kind: "template"; id: number; version: number };

/** Widths of page images. There are few, so that windows of many sizes share the same picture. */
export const imageWidths = [480, 800, 1200, 1600] as const;
export const thumbnailWidth = 160;

export function pageImageUrl(source: PageSource, page: number, width: number): string {
  return `${addressOf(source)}/pages/${page}/image?width=${width}&format=webp${versionOf(source)}`;
}

/** URL that downloads the whole document. */
export function contentUrl(source: PageSource): string {
  return `${addressOf(source)}/content`;
}

/** URL that displays the document, which the audit trail does not count as a download. */
function viewUrl(source: PageSource): string {
  if (source.kind === "link") return contentUrl(source);
  if (source.kind === "template") return `${contentUrl(source)}?v=${source.version}`;
  return `${contentUrl(source)}?purpose=view${versionOf(source)}`;
}

function versionOf(source: PageSource): string {
  if (source.kind !== "file" && source.kind !== "template") return "";
  return source.version ? `&v=${source.version}` : "";
}

function addressOf(source: PageSource): string {
  switch (source.kind) {
    case "file":
      return `/api/v1/file/${source.uuid}`;
    case "revision":
      return `/api/v1/file/${source.uuid}/revisions/${source.revision}`;
    case "link":
      return `/api/v1/sign/uuid/${source.u}`;
    case "template":
      return `/api/v1/templates/${source.id}`;
  }
}

/** `fit`: the full width available, up to `largestFit`. A number: 1 maps one point to 96/72 CSS pixels. */
export type Zoom = number | "fit";

export const smallestZoom = 0.5;
export const largestZoom = 4;
const largestFit = 1.75;
const pixelsPerPoint = 96 / 72;

export interface PageSize {
  /** As CSS, so that the browser reserves the space before any script runs. */
  cssWidth: string;
  /** CSS pixels per point; null while the width is unknown. */
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
      // Unusually wide pages shrink to fit; narrower ones keep the scale of the others.
      const share = Math.min(1, page.width / usual);
      return { cssWidth: `${share * 100}%`, scale: roomPx === null ? null : (roomPx * share) / page.width };
    },
  };
}

/** The median width, because one poster among letters must not make the letters tiny. */
function usualWidth(pages: readonly PageBox[]): number {
  const widths = pages.map((page) => page.width).sort((a, b) => a - b);
  return widths[Math.floor((widths.length - 1) / 2)] ?? 1;
}

/**
 * A PDF of an envelope. Pages are numbered across all files, so `firstPage` of the second file follows the last page
 * of the first.
 */
export interface PageFile {
  uuid: string;
  name: string;
  firstPage: number;
  pages: number;
  /** A remark below the name. */
  note?: string | undefined;
}

/** The file that a page is in, with its index; null in a document without files. */
export function fileAt<Entry extends Pick<PageFile, "firstPage" | "pages">>(
  files: readonly Entry[],
  page: number,
): { file: Entry; index: number } | null {
  const index = files.findIndex(({ firstPage, pages }) => page >= firstPage && page < firstPage + pages);
  const file = files[index];
  return file ? { file, index } : null;
}

/** The page of a field, numbered across all files; the field's own number counts within its file. */
export function pageThrough(
  files: readonly Pick<PageFile, "uuid" | "firstPage">[] | undefined,
  field: { file?: string | undefined; coordinates: { page: number } },
): number {
  const firstPage = files?.find(({ uuid }) => uuid === field.file)?.firstPage ?? 1;
  return field.coordinates.page + firstPage - 1;
}

/** URL that displays a file, or the document itself without files. */
export function viewUrlOf(source: PageSource, file: Pick<PageFile, "uuid"> | null): string {
  if (file === null) return viewUrl(source);
  return source.kind === "link" ? contentUrlOf(source, file) : viewUrl({ ...source, kind: "file", uuid: file.uuid });
}

/** URL that downloads a file, or the document itself without files. */
export function contentUrlOf(source: PageSource, file: Pick<PageFile, "uuid"> | null): string {
  if (file === null) return contentUrl(source);
  return source.kind === "link"
    ? `${contentUrl(source)}?file=${file.uuid}`
    : contentUrl({ kind: "file", uuid: file.uuid });
}
