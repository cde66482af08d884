// Entry of the killable child process (dist/pdf-child.mjs): PDFium and image decoding, one job at a time.
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/byte-source";
import { cleanImage } from "@/lib/pdf/images/clean-image";
import { PdfError } from "@/lib/pdf/errors";
import { normaliseImage } from "@/lib/pdf/images/normalise-image";
import { carryError } from "./carried-error";
import type { ChildMessage, ChildRequest } from "./child-jobs";
import { startPdfium } from "./pdfium";
import { renderPage } from "./render-page";
import { repairDocument } from "./repair";
import { findTextLines, readPageText } from "./text-lines";

// Above this the next job gets a fresh process: WASM memory never shrinks.
const recycleAboveBytes = 250 * 2 ** 20;

// Ctrl-C reaches the whole process group; work in hand is finished, and the end of the parent is the signal to go.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));

const pdfium = await startPdfium();

/** To nobody, when the parent has just gone. */
function tell(message: ChildMessage): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

async function withSource<T>(segments: SegmentPath[], use: (source: ByteSource) => T | Promise<T>): Promise<T> {
  const source = openSegments(segments);
  try {
    const output = await use(source);
    assertNotStarved();
    return output;
  } catch (error) {
    assertNotStarved();
    throw error;
  } finally {
    source.close();
  }
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
    case "normaliseImage":
      return normaliseImage(Buffer.from(request.input.bytes));
    case "cleanImage":
      return cleanImage(Buffer.from(request.input.bytes), request.input);
  }
}

async function answer(request: ChildRequest): Promise<void> {
  const outcome = await perform(request).then(
    (output) => ({ ok: true as const, output }),
    (error: unknown) => ({ ok: false as const, error: carryError(error) }),
  );
  // After a trap or a refused allocation PDFium's state is anybody's guess.
  const unsound = pdfium.starved() || (!outcome.ok && outcome.error.kind === "defect");
  tell({ ...outcome, ready: false, spent: unsound || process.memoryUsage.rss() > recycleAboveBytes });
}

process.on("message", (request) => void answer(request as ChildRequest));

new Worker(fileURLToPath(new URL("./pdf-watchdog.mjs", import.meta.url)), { workerData: { parent: process.ppid } }).unref();
tell({ ready: true });
