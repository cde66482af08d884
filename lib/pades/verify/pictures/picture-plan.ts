import type { PageRange, StopReason } from "./picture-report";

/** A place on a page as shares of its width and height, from its top-left corner as displayed: left, top, right, bottom, each 0 to 1. */
export type PlaceShare = readonly [number, number, number, number];

/** One earlier revision, and where it may differ from the final file. */
export interface RevisionToCompare {
  /** The revision is the bytes `[0, end)`. */
  end: number;
  /** By page, counted from 1. */
  ignored: Readonly<Record<number, readonly PlaceShare[]>>;
  /** Pages, counted from 1, that are drawn from the same bytes in this revision and in the final file. They are drawn last. */
  unchanged: readonly number[];
  /** Pages, counted from 1, of which only the annotations may be drawn from other bytes. */
  sameContent: readonly number[];
}

/** Pages to render for one file. */
export interface PicturePlan {
  revisions: readonly RevisionToCompare[];
  /** Pages whose own objects changed: they are compared before all others. */
  first: readonly number[];
  /** The displayed size of each page of the final file, and of pages that exist only in an earlier revision. */
  pageSizes: readonly { widthPt: number; heightPt: number }[];
}

export interface PlaceOnPage {
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
