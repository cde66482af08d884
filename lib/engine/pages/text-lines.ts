import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { drawnPlaces, type DrawnPlace } from "./drawn-places";
import {
  maxCharactersPerPage,
  onTextPage,
  placing,
  splitLines,
  withDocument,
  type CharacterBox,
  type Pdfium,
} from "./pdfium";

/** The lines of a document's text to return, with limits on the work. */
export interface TextLinesRequest {
  /** Lines that contain one of these texts. */
  containing: readonly string[];
  maxPages: number;
  maxLines: number;
  /** No further page is started after this time. */
  budgetMs: number;
}

export interface TextLine {
  /** Counted from 1. */
  page: number;
  text: string;
  /**
   * One for each UTF-16 unit of `text`. Null for characters that are not on the page, such as an inserted space
   * between two words.
   */
  boxes: (CharacterBox | null)[];
}

export interface TextLines {
  lines: TextLine[];
  /** Lines to write on and boxes to tick. */
  drawn: DrawnPlace[];
  /** The number of pages read, starting with the first. */
  pagesRead: number;
}

/**
 * The lines of text that contain one of `containing`, with the position of each character on the page as a reader
 * shows it (CropBox, /Rotate), and blanks drawn to be filled in. PDFium joins the runs that stand side by side on a
 * line. A page that cannot be read has no lines. Throws `damaged`, `encrypted`.
 */
export function findTextLines(pdfium: Pdfium, source: ByteSource, request: TextLinesRequest): TextLines {
  const endsAt = performance.now() + request.budgetMs;
  return withDocument(pdfium, source, (document) => {
    const lines: TextLine[] = [];
    const drawn: DrawnPlace[] = [];
    const count = Math.min(pdfium.call.FPDF_GetPageCount(document), request.maxPages);
    let pagesRead = 0;
    while (pagesRead < count && lines.length < request.maxLines && performance.now() < endsAt) {
      const [found] = placesOfPage(pdfium, document, (pagesRead += 1), request.containing);
      lines.push(...(found?.lines ?? []));
      drawn.push(...(found?.drawn ?? []));
    }
    return { lines: lines.slice(0, request.maxLines), drawn: drawn.slice(0, request.maxLines), pagesRead };
  });
}

/**
 * The text of one page, line by line. Empty for a page that cannot be read or has no text, such as a scan. Throws
 * `damaged`, `encrypted`.
 */
export function readPageText(pdfium: Pdfium, source: ByteSource, number: number): string[] {
  return withDocument(pdfium, source, (document) =>
    onTextPage(pdfium, document, number, (_page, text) => {
      return splitLines(pdfium, text)
        .map((line) => line.text.trim())
        .filter((line) => line !== "");
    }),
  );
}

/** The position of every character of a page, including invisible text. */
export function characterBoxes(pdfium: Pdfium, document: number, number: number): CharacterBox[] {
  return onTextPage(pdfium, document, number, (page, text) => {
    const placeOf = placing(pdfium, page, text);
    const count = Math.min(pdfium.call.FPDFText_CountChars(text), maxCharactersPerPage);
    return Array.from({ length: count }, (_, index) => placeOf(index)).flatMap((box) => (box ? [box] : []));
  });
}

/** Returns one entry, or none for a page that cannot be read. */
function placesOfPage(
  pdfium: Pdfium,
  document: number,
  number: number,
  containing: readonly string[],
): Pick<TextLines, "lines" | "drawn">[] {
  return onTextPage(pdfium, document, number, (page, text) => {
    const placeOf = placing(pdfium, page, text);
    const all = splitLines(pdfium, text);
    const lines = all
      .filter((line) => containing.some((wanted) => line.text.includes(wanted)))
      .map((line) => ({ page: number, text: line.text, boxes: line.indexes.map(placeOf) }));
    return [{ lines, drawn: drawnPlaces(pdfium, page, number, all, placeOf) }];
  });
}
