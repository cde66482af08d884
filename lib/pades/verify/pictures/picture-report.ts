/** The programs that draw. They share no code, so that what fools one need not fool the other. */
export const renderers = ["pdfium", "pdfjs"] as const;
export type Renderer = (typeof renderers)[number];

/** Why a renderer did not compare every page. `busy`: it had too much other work. */
export const stopReasons = ["time", "unreadable", "too_large", "busy"] as const;
export type StopReason = (typeof stopReasons)[number];

/** Pages counted from 1, both ends included. */
export interface PageRange {
  from: number;
  to: number;
}

/**
 * `nothing_later`: nothing follows the signature, so there is nothing to compare. `partly`: no difference found, but a renderer did not finish.
 * `not_compared`: no renderer compared any page, or pictures were not requested.
 */
export const pictureCodes = ["nothing_later", "same", "different", "partly", "not_compared"] as const;
export type PictureCode = (typeof pictureCodes)[number];

/**
 * How far one renderer came: `pages` of `of` were compared, `unchanged` needed no drawing, because every object that they are drawn from is the same bytes
 * in both, and those of `missing` were not compared.
 */
export interface PictureReader {
  renderer: Renderer;
  pages: number;
  of: number;
  unchanged: number;
  missing: PageRange[];
  stopped: StopReason | null;
}

/** In points from the top-left corner of the page as displayed (CropBox, /Rotate); pages are counted from 1. */
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
