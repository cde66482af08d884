import type { PDFPageProxy } from "pdfjs-dist";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { comparisonSize } from "../pictures/bitmap";
import type { OpenForReading } from "../pictures/page-facts";
import { imageSize, type PageImageRequest } from "../render-page";
import { readLayers } from "./page-layers";
import { drawWithCanvas, openWithPdfjs, refusalOf, takePixels, withPage, type Pdfjs } from "./pdfjs";

/** pdf.js as a reader for comparing. */
export function readWithPdfjs(pdfjs: Pdfjs): OpenForReading {
  return async (source) => {
    const document = await openWithPdfjs(pdfjs, source);
    return {
      pages: document.numPages,
      draw: (number) =>
        withPage(document, number, async (page) => {
          const canvas = await drawWithCanvas(pdfjs.library, page, comparisonSize);
          const { width, height } = canvas;
          return { pixels: takePixels(canvas), width, height };
        }),
      text: (number) => withPage(document, number, textOf),
      layers: (number) => withPage(document, number, (page) => readLayers(pdfjs.library, document, page)),
      close: () => document.loadingTask.destroy(),
    };
  };
}

/** One page as a PNG or WebP, as pdf.js shows it. Nothing can be laid over it. Throws what `renderPage` throws. */
export function renderWithPdfjs(
  pdfjs: Pdfjs,
  source: ByteSource,
  { page: number, widthPx, format }: PageImageRequest,
): Promise<Buffer> {
  return onPage(pdfjs, source, number, async (page) => {
    const canvas = await drawWithCanvas(pdfjs.library, page, (width, height) => imageSize(width, height, widthPx));
    return format === "png" ? canvas.encode("png") : canvas.encode("webp", 82);
  });
}

/** The text of one page as pdf.js reads it, line by line. Throws what `readPageText` throws. */
export function textWithPdfjs(pdfjs: Pdfjs, source: ByteSource, number: number): Promise<string[]> {
  return onPage(pdfjs, source, number, async (page) => {
    const lines = (await textOf(page)).split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  });
}

/** Lines parted by line feeds. */
export async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
}

async function onPage<T>(
  pdfjs: Pdfjs,
  source: ByteSource,
  number: number,
  work: (page: PDFPageProxy) => Promise<T>,
): Promise<T> {
  const document = await openWithPdfjs(pdfjs, source);
  try {
    return await withPage(document, number, work);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await document.loadingTask.destroy();
  }
}
