// Entry of the killable child process (dist/pdf-child.mjs): PDFium and image decoding, one job at a time.
import { closeSync, openSync, writeSync } from "node:fs";
import { compareRevisions } from "@/lib/engine/pictures/compare-revisions";
import { readFacts } from "@/lib/engine/pictures/page-facts";
import { readWithPdfium } from "@/lib/engine/pictures/pdfium-reading";
import { cleanImage, normaliseImage } from "@/lib/pdf/images/clean-image";
import { drawLogo } from "@/lib/pdf/images/draw-logo";
import type { ByteSource, SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { memoryError, type ChildRequest } from "./lines/child-jobs";
import { serveJobs, withSegments } from "./lines/serve-jobs";
import { findFreeMargins } from "./pages/free-margins";
import { startPdfium, structOf, withDocument, type Pdfium } from "./pages/pdfium";
import { renderPage } from "./pages/render-page";
import { findTextLines, readPageText } from "./pages/text-lines";

const maxResidentBytes = 400 * 2 ** 20;
// WASM memory never shrinks.
const recycleAboveBytes = 250 * 2 ** 20;

const pdfium = await startPdfium();

let hasTrapped = false;

async function withSource<T>(segments: SegmentPath[], use: (source: ByteSource) => T | Promise<T>): Promise<T> {
  try {
    const output = await withSegments(segments, use);
    assertNotStarved();
    return output;
  } catch (error) {
    assertNotStarved();
    throw refusalOfTrap(error) ?? error;
  }
}

/** A file that traps PDFium is at fault, just as one that crashes the process is. */
function refusalOfTrap(error: unknown): PdfError | null {
  if (!(error instanceof WebAssembly.RuntimeError)) {
    return null;
  }
  hasTrapped = true;
  return new PdfError("damaged", `PDFium gave up: ${error.message}`);
}

/**
 * PDFium continues drawing when memory for an image is refused. A page with a missing picture must not be returned as
 * the page.
 */
function assertNotStarved(): void {
  if (pdfium.starved()) {
    throw memoryError();
  }
}

async function perform(request: ChildRequest): Promise<unknown> {
  switch (request.job) {
    case "repair": {
      const { segments, outputPath, maxBytes } = request.input;
      return withSource(segments, (source) => repairDocument(pdfium, source, outputPath, maxBytes));
    }
    case "render": {
      const { segments, ...image } = request.input;
      return withSource(segments, (source) => renderPage(pdfium, source, image));
    }
    case "textLines": {
      const { segments, ...wanted } = request.input;
      return withSource(segments, (source) => findTextLines(pdfium, source, wanted));
    }
    case "pageText": {
      const { segments, page } = request.input;
      return withSource(segments, (source) => readPageText(pdfium, source, page));
    }
    case "freeMargins": {
      const { segments, ...wanted } = request.input;
      return withSource(segments, (source) => findFreeMargins(pdfium, source, wanted));
    }
    case "compareRevisions": {
      const { segments, ...task } = request.input;
      return withSource(segments, (source) => compareRevisions(readWithPdfium(pdfium), source, task));
    }
    case "readFacts": {
      const { segments, ...task } = request.input;
      return withSource(segments, (source) => readFacts(readWithPdfium(pdfium), source, task));
    }
    case "normaliseImage":
      return normaliseImage(Buffer.from(request.input.bytes));
    case "drawLogo":
      return drawLogo(Buffer.from(request.input.bytes));
    case "cleanImage":
      return cleanImage(Buffer.from(request.input.bytes), request.input);
    default:
      throw new Error(`${request.job} is a job of another process`);
  }
}

// After a failed allocation or a trap, PDFium's state is undefined.
serveJobs({ perform, isUnsound: () => pdfium.starved() || hasTrapped, maxResidentBytes, recycleAboveBytes });

/**
 * FPDF_REMOVE_SECURITY of fpdf_save.h: a full rewrite without encryption. Equal to a plain rewrite for files that are
 * not encrypted.
 */
const removeSecurity = 3;

/**
 * Lets PDFium read a broken file, or one encrypted with an empty password, and saves it to `outputPath`, at most
 * `maxBytes` long. The output is streamed through a callback, so the copy is never in memory as a whole. Throws
 * `encrypted`, `damaged` (nothing to open, no page, or PDFium could not save), `too_large`.
 */
function repairDocument(
  pdfium: Pdfium,
  source: ByteSource,
  outputPath: string,
  maxBytes: number,
): { size: number; pages: number } {
  return withDocument(pdfium, source, (document) => {
    const pages = pdfium.call.FPDF_GetPageCount(document);
    if (pages < 1) throw new PdfError("damaged", "it holds no page");
    return { size: saveCopy(pdfium, document, outputPath, maxBytes), pages };
  });
}

function saveCopy({ call, runtime }: Pdfium, document: number, outputPath: string, maxBytes: number): number {
  // Not "wx": a process that died over this file may have created it already.
  const file = openSync(outputPath, "w", 0o600);
  let size = 0;
  const writeBlock = runtime.addFunction((_self, data = 0, length = 0) => {
    size += length;
    if (size > maxBytes) return 0;
    writeSync(file, runtime.HEAPU8, data, length);
    return 1;
  }, "iiii");
  // FPDF_FILEWRITE { int version; int (*writeBlock)(…) }
  const writer = structOf(runtime, [1, writeBlock]);
  try {
    const saved = call.FPDF_SaveAsCopy(document, writer, removeSecurity);
    if (size > maxBytes) throw new PdfError("too_large", "repaired, it is larger than an upload may be");
    if (!saved) throw new PdfError("damaged", "it could not be repaired");
    return size;
  } finally {
    closeSync(file);
    runtime.wasmExports.free(writer);
    runtime.removeFunction(writeBlock);
  }
}
