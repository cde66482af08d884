import type { Bitmap, DrawnDocument, OpenForDrawing } from "@/lib/engine/pages/bitmap";
import type { LetterBoxes } from "./letters";

export interface PageText {
  text: string;
  letters?: LetterBoxes;
}

/** A document whose text can be read too. */
export interface ReadDocument extends DrawnDocument {
  text(page: number, drawn: Bitmap): Promise<PageText> | PageText;
  /**
   * Whether the reader draws letters of a page differently at small sizes. Null if that is not known before `until`,
   * in milliseconds of `performance.now()`. Missing for readers that draw all sizes alike.
   */
  changesGlyphs?(page: number, until: number): boolean | null;
}

export type OpenForReading = (...given: Parameters<OpenForDrawing>) => Promise<ReadDocument> | ReadDocument;
