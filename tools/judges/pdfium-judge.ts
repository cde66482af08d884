import { startPdfium, withDocument, type Pdfium } from "@/lib/engine/pages/pdfium";
import { readPageText } from "@/lib/engine/pages/text-lines";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import type { Picture } from "./picture";

// fpdfview.h: FPDFBitmap_Gray, FPDF_ANNOT, FPDF_PRINTING.
const grey = 1;
const withAnnotations = 0x01;
const printing = 0x800;
const largestSide = 4000;

export interface DrawOptions {
  maxPages: number;
  /** Renders the pages as printed, not as displayed. */
  isPrinted?: boolean;
}

/** PDFium in this process: for files that ingest has accepted, or that we made ourselves. */
export class PdfiumJudge {
  private constructor(private pdfium: Pdfium) {}

  static async start(): Promise<PdfiumJudge> {
    return new PdfiumJudge(await startPdfium());
  }

  /** Every page that it renders, in order. Throws PdfError when it finds no document. */
  pages(bytes: Buffer, { maxPages, isPrinted = false }: DrawOptions): Picture[] {
    const { call } = this.pdfium;
    return withDocument(this.pdfium, fromBuffer(bytes), (document) => {
      const info = call.PDFiumExt_OpenFormFillInfo();
      const form = call.PDFiumExt_InitFormFillEnvironment(document, info);
      try {
        call.FPDF_SetFormFieldHighlightAlpha(form, 0);
        const count = Math.min(maxPages, call.FPDF_GetPageCount(document));
        const flags = withAnnotations | (isPrinted ? printing : 0);
        return Array.from({ length: count }, (_, index) => this.draw({ document, form, index, flags }));
      } finally {
        call.PDFiumExt_ExitFormFillEnvironment(form);
        call.PDFiumExt_CloseFormFillInfo(info);
      }
    });
  }

  /** The text of each page. */
  texts(bytes: Buffer, maxPages: number): string[] {
    const count = withDocument(this.pdfium, fromBuffer(bytes), (document) =>
      this.pdfium.call.FPDF_GetPageCount(document),
    );
    return Array.from({ length: Math.min(count, maxPages) }, (_, index) =>
      readPageText(this.pdfium, fromBuffer(bytes), index + 1).join("\n"),
    );
  }

  private draw({
    document,
    form,
    index,
    flags,
  }: {
    document: number;
    form: number;
    index: number;
    flags: number;
  }): Picture {
    const { call, runtime } = this.pdfium;
    const page = call.FPDF_LoadPage(document, index);
    if (page === 0) {
      return { width: 0, height: 0, pixels: new Uint8Array() };
    }
    const [width, height] = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)].map((side) =>
      Math.min(largestSide, Math.max(1, Math.round(side))),
    ) as [number, number];
    const bitmap = call.FPDFBitmap_CreateEx(width, height, grey, 0, 0);
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      call.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
      const start = call.FPDFBitmap_GetBuffer(bitmap);
      const stride = call.FPDFBitmap_GetStride(bitmap);
      const pixels = new Uint8Array(width * height);
      for (let row = 0; row < height; row += 1) {
        pixels.set(runtime.HEAPU8.subarray(start + row * stride, start + row * stride + width), row * width);
      }
      return { width, height, pixels };
    } finally {
      call.FPDFBitmap_Destroy(bitmap);
      call.FPDF_ClosePage(page);
    }
  }
}
