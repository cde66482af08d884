import type { Bitmap, DrawnDocument, OpenForDrawing } from "./bitmap";
import type { LetterBoxes } from "./letters";

export interface PageText {
  text: string;
  letters?: LetterBoxes;
}

/** A document whose text can be read as well. */
export interface ReadDocument extends DrawnDocument {
  text(page: number, drawn: Bitmap): Promise<PageText> | PageText;
  /**
   * Whether the reader draws letters of a page otherwise at small sizes. Null where that is not known before a point in time, in milliseconds of
   * `performance.now()`. Missing for readers that draw all sizes alike.
   */
  changesGlyphs?(page: number, until: number): boolean | null;
}

export type OpenForReading = (...given: Parameters<OpenForDrawing>) => Promise<ReadDocument> | ReadDocument;
