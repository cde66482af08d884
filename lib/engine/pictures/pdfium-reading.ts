import { comparisonSize, type Bitmap } from "@/lib/engine/pages/bitmap";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { cellOf, openDocument, placing, type CharacterBox, type Pdfium } from "../pages/pdfium";
import { drawBitmap, openForm } from "../pages/render-page";
import { HintedGlyphs } from "./hinted-glyphs";
import type { LetterBoxes } from "./letters";
import type { OpenForReading, PageText } from "./reader";

const mostCharacters = 100_000;

/** PDFium as a reader for comparisons. */
export function readWithPdfium(pdfium: Pdfium): OpenForReading {
  const { call } = pdfium;
  return (source) => {
    const document = openDocument(pdfium, source);
    const form = openForm(call, document.pointer);
    let glyphs: HintedGlyphs | null = null;
    return {
      pages: call.FPDF_GetPageCount(document.pointer),
      draw(number) {
        const page = call.FPDF_LoadPage(document.pointer, number - 1);
        if (page === 0) throw new PdfError("damaged", `page ${number} cannot be read`);
        try {
          return drawBitmap(
            pdfium,
            { page, form: form.pointer },
            comparisonSize(call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)),
          );
        } finally {
          call.FPDF_ClosePage(page);
        }
      },
      text: (number, drawn) => textOfPage(pdfium, document.pointer, number, drawn),
      changesGlyphs(number, until) {
        glyphs ??= new HintedGlyphs(pdfium, source);
        return glyphs.changeOn(number, until);
      },
      close() {
        form.close();
        document.close();
      },
    };
  };
}

/** The text of a page and the boxes of its letters. */
function textOfPage(pdfium: Pdfium, document: number, number: number, drawn: Bitmap): PageText {
  const { call } = pdfium;
  const page = call.FPDF_LoadPage(document, number - 1);
  const text = page === 0 ? 0 : call.FPDFText_LoadPage(page);
  try {
    if (text === 0) return { text: "" };
    return { text: wholeText(pdfium, text), letters: letterBoxes(pdfium, { page, text }, drawn, mostCharacters) };
  } finally {
    if (text !== 0) call.FPDFText_ClosePage(text);
    if (page !== 0) call.FPDF_ClosePage(page);
  }
}

/** Copied in one piece as UTF-16, because requesting each character takes longer than drawing the page. */
function wholeText({ call, runtime }: Pdfium, text: number): string {
  const count = Math.min(call.FPDFText_CountChars(text), mostCharacters);
  if (count <= 0) return "";
  // Characters outside the first plane take two units each. A zero terminates the text.
  const room = runtime.wasmExports.malloc((count * 2 + 1) * 2);
  const units = call.FPDFText_GetText(text, 0, count, room);
  const read = Buffer.from(runtime.HEAPU8.subarray(room, room + Math.max(0, units - 1) * 2)).toString("utf16le");
  runtime.wasmExports.free(room);
  return read;
}

const space = 0x20;
/** Fill, stroke, both (ISO 32000-2, table 104). In other modes, text is invisible or clips. */
const shownModes: ReadonlySet<number> = new Set([0, 1, 2]);
/** Larger letters are covered by the comparison of blocks. */
const largestPx = 300;
/** Smoothed edges extend beyond a letter's outline. The rules of a table can overlap the edges of its cell. */
const edgePx = 1;
/** Share of a letter's cell on its line. Small letters such as x fill a third of it. */
const littleShare = 0.2;

/**
 * The boxes of letters whose font is embedded. For other fonts, each program substitutes its own typeface. A letter
 * with little ink, such as a full stop, has a second box: its complete cell on the line, where the other program may
 * show more.
 */
function letterBoxes(
  pdfium: Pdfium,
  { page, text }: { page: number; text: number },
  { width, height }: Pick<Bitmap, "width" | "height">,
  mostLetters: number,
): LetterBoxes {
  const { call } = pdfium;
  const outlineOf = placing(pdfium, page, text);
  const placeOf = placing(pdfium, page, text, cellOf);
  const isCompared = new Map<number, boolean>();
  const boxes: number[] = [];
  const add = (place: CharacterBox | null, edge: number): void => {
    if (!place) return;
    const [left, top] = [Math.floor(place[0] * width) - edge, Math.floor(place[1] * height) - edge];
    const [right, bottom] = [Math.ceil(place[2] * width) + edge, Math.ceil(place[3] * height) + edge];
    const isOnPage = right > left && bottom > top && right > 0 && bottom > 0 && left < width && top < height;
    if (isOnPage && right - left <= largestPx && bottom - top <= largestPx)
      boxes.push(Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom));
  };
  const count = Math.min(call.FPDFText_CountChars(text), mostLetters);
  for (let index = 0; index < count; index++) {
    if (call.FPDFText_GetUnicode(text, index) <= space) continue;
    const object = call.FPDFText_GetTextObject(text, index);
    const known = isCompared.get(object) ?? isEmbedded(pdfium, object);
    isCompared.set(object, known);
    if (!known) continue;
    const [outline, place] = [outlineOf(index), placeOf(index)];
    add(outline, edgePx);
    if (!outline || areaOf(outline) < areaOf(place) * littleShare) add(place, -edgePx);
  }
  return Uint16Array.from(boxes);
}

function areaOf(place: CharacterBox | null): number {
  return place ? (place[2] - place[0]) * (place[3] - place[1]) : 0;
}

function isEmbedded({ call }: Pdfium, object: number): boolean {
  if (object === 0 || !shownModes.has(call.FPDFTextObj_GetTextRenderMode(object))) return false;
  return call.FPDFFont_GetIsEmbedded(call.FPDFTextObj_GetFont(object)) === 1;
}
