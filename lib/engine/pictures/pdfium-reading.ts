import { PdfError } from "@/lib/pdf/errors";
import { openDocument, type Pdfium } from "../pdfium";
import { drawBitmap, openForm } from "../render-page";
import { comparisonSize } from "./bitmap";
import { HintedGlyphs } from "./hinted-glyphs";
import type { OpenForReading } from "./page-facts";

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
      text: (number) => textOfPage(pdfium, document.pointer, number),
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

/** The text of a page in one piece; UTF-16 leaves WASM memory at once, because asking for each character takes longer than drawing. */
function textOfPage({ call, runtime }: Pdfium, document: number, number: number): string {
  const page = call.FPDF_LoadPage(document, number - 1);
  const text = page === 0 ? 0 : call.FPDFText_LoadPage(page);
  try {
    const count = text === 0 ? 0 : Math.min(call.FPDFText_CountChars(text), mostCharacters);
    if (count <= 0) return "";
    // Characters outside the first plane take two units each, and a zero ends it.
    const room = runtime.wasmExports.malloc((count * 2 + 1) * 2);
    const units = call.FPDFText_GetText(text, 0, count, room);
    const read = Buffer.from(runtime.HEAPU8.subarray(room, room + Math.max(0, units - 1) * 2)).toString("utf16le");
    runtime.wasmExports.free(room);
    return read;
  } finally {
    if (text !== 0) call.FPDFText_ClosePage(text);
    if (page !== 0) call.FPDF_ClosePage(page);
  }
}
