import { PdfError } from "@/lib/pdf/errors";
import { openDocument, type Pdfium } from "../pdfium";
import { drawBitmap, openForm } from "../render-page";
import { comparisonSize, type Bitmap } from "./bitmap";
import { HintedGlyphs } from "./hinted-glyphs";
import { letterBoxes } from "./letter-boxes";
import type { OpenForReading, PageText } from "./reader";

const mostCharacters = 100_000;

/** PDFium as a reader for comparing. */
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

/** The text of a page, and where its letters are. */
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

/** In one piece; UTF-16 leaves WASM memory at once, because asking for each character takes longer than drawing. */
function wholeText({ call, runtime }: Pdfium, text: number): string {
  const count = Math.min(call.FPDFText_CountChars(text), mostCharacters);
  if (count <= 0) return "";
  // Characters outside the first plane take two units each, and a zero ends it.
  const room = runtime.wasmExports.malloc((count * 2 + 1) * 2);
  const units = call.FPDFText_GetText(text, 0, count, room);
  const read = Buffer.from(runtime.HEAPU8.subarray(room, room + Math.max(0, units - 1) * 2)).toString("utf16le");
  runtime.wasmExports.free(room);
  return read;
}
