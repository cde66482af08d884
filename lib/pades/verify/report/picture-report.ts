/**
 * A place on a page, as shares of the displayed page's width and height from its top-left corner: left, top, right,
 * bottom, each 0 to 1.
 */
export type PlaceShare = readonly [number, number, number, number];

/** One earlier revision, and the areas where it may differ from the final file. */
export interface RevisionToCompare {
  /** The revision is the bytes `[0, end)`. */
  end: number;
  /** By page, counted from 1. */
  ignored: Readonly<Record<number, readonly PlaceShare[]>>;
  /**
   * Pages, counted from 1, that are drawn from the same bytes in this revision and in the final file. They are drawn
   * last.
   */
  unchanged: readonly number[];
  /** Pages, counted from 1, of which only the annotations may be drawn from other bytes. */
  sameContent: readonly number[];
}

/** Pages to render for one file. */
export interface PicturePlan {
  revisions: readonly RevisionToCompare[];
  /** Pages whose own objects changed. They are compared before all others. */
  first: readonly number[];
  /** The displayed size of each page of the final file, and of pages that exist only in an earlier revision. */
  pageSizes: readonly { widthPt: number; heightPt: number }[];
}

interface PlaceOnPage {
  /** Counted from 1. */
  page: number;
  place: PlaceShare;
}

/** One renderer's result for one revision. */
export interface ComparedRevision {
  /** The numbers of compared pages and of all pages. */
  pages: number;
  of: number;
  /** Pages that were not drawn, because they are drawn from the same bytes in both. */
  unchanged: number;
  missing: PageRange[];
  stopped: StopReason | null;
  places: PlaceOnPage[];
}

/** In the order of the plan's revisions. */
export type ComparedRevisions = ComparedRevision[];

/** The programs that draw. They share no code, so that an attack on one of them need not work on the other. */
export const renderers = ["pdfium", "pdfjs"] as const;
export type Renderer = (typeof renderers)[number];

/** Why a renderer did not compare every page. `busy`: it had too much other work. */
const stopReasons = ["time", "unreadable", "too_large", "busy"] as const;
export type StopReason = (typeof stopReasons)[number];

/** Pages counted from 1, both ends included. */
export interface PageRange {
  from: number;
  to: number;
}

/**
 * `nothing_later`: nothing follows the signature, so there is nothing to compare. `partly`: no difference found, but a
 * renderer did not finish. `not_compared`: no renderer compared any page, or pictures were not requested.
 */
const pictureCodes = ["nothing_later", "same", "different", "partly", "not_compared"] as const;
export type PictureCode = (typeof pictureCodes)[number];

/**
 * The progress of one renderer: `pages` of `of` were compared, `unchanged` needed no drawing because all objects that
 * they are drawn from have the same bytes in both, and those of `missing` were not compared.
 */
export interface PictureReader {
  renderer: Renderer;
  pages: number;
  of: number;
  unchanged: number;
  missing: PageRange[];
  stopped: StopReason | null;
}

/** In points from the top-left corner of the displayed page (CropBox, /Rotate). Pages are counted from 1. */
export interface PicturePlace {
  page: number;
  top: number;
  left: number;
  width: number;
  height: number;
  renderer: Renderer;
}

/** Whether the signed revision and the final file look the same, outside fields that may have changed since. */
export interface PictureReport {
  code: PictureCode;
  /** The rules found nothing, and the pictures decided the verdict. */
  overrules: boolean;
  readers: PictureReader[];
  places: PicturePlace[];
}

export const nothingLater: PictureReport = { code: "nothing_later", overrules: false, readers: [], places: [] };
export const notCompared: PictureReport = { code: "not_compared", overrules: false, readers: [], places: [] };
