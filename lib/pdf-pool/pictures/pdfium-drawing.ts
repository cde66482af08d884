import { PdfError } from "@/lib/pdf/errors";
import { openDocument, type Pdfium } from "../pdfium";
import { drawBitmap, openForm } from "../render-page";
import { comparisonSize, type OpenForDrawing } from "./bitmap";

/** PDFium as a renderer for comparing. */
export function drawWithPdfium(pdfium: Pdfium): OpenForDrawing {
  const { call } = pdfium;
  return (source) => {
    const document = openDocument(pdfium, source);
    const form = openForm(call, document.pointer);
    return {
      pages: call.FPDF_GetPageCount(document.pointer),
      draw(number) {
        const page = call.FPDF_LoadPage(document.pointer, number - 1);
        if (page === 0) throw new PdfError("damaged", `page ${number} cannot be read`);
        try {
          return drawBitmap(pdfium, { page, form: form.pointer }, comparisonSize(call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)));
        } finally {
          call.FPDF_ClosePage(page);
        }
      },
      close() {
        form.close();
        document.close();
      },
    };
  };
}
