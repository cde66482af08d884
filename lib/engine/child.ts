// Entry of the killable child process (dist/pdf-child.mjs): PDFium and image decoding, one job at a time.
import type { ByteSource, SegmentPath } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import { cleanImage, normaliseImage } from "@/lib/pdf/images/clean-image";
import { drawLogo } from "@/lib/pdf/images/draw-logo";
import { findFreeMargins } from "./free-margins";
import type { ChildRequest } from "./lines/child-jobs";
import { startPdfium } from "./pdfium";
import { compareRevisions } from "./pictures/compare-revisions";
import { readFacts } from "./pictures/page-facts";
import { readWithPdfium } from "./pictures/pdfium-reading";
import { renderPage } from "./render-page";
import { repairDocument } from "./repair";
import { serveJobs, withSegments } from "./serve-jobs";
import { findTextLines, readPageText } from "./text-lines";

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

/** A file that traps PDFium is at fault as one that crashes a process is. */
function refusalOfTrap(error: unknown): PdfError | null {
  if (!(error instanceof WebAssembly.RuntimeError)) {
    return null;
  }
  hasTrapped = true;
  return new PdfError("damaged", `PDFium gave up: ${error.message}`);
}

/** PDFium draws on when memory for an image is refused; a page with a picture missing must not pass for the page. */
function assertNotStarved(): void {
  if (pdfium.starved()) {
    throw new PdfError("too_large", "reading it takes more memory than it may");
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

// After a failed allocation or a trap PDFium's state is undefined.
serveJobs({ perform, isUnsound: () => pdfium.starved() || hasTrapped, maxResidentBytes, recycleAboveBytes });
