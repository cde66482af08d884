import { closeSync, openSync, writeSync } from "node:fs";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import { structOf, withDocument, type Pdfium } from "./pdfium";

/** FPDF_REMOVE_SECURITY of fpdf_save.h: a whole rewrite without encryption; the same as a plain rewrite for other files. */
const removeSecurity = 3;

/**
 * Lets PDFium read a broken file, or one encrypted with an empty password, and save it to `outputPath`, at most `maxBytes` long.
 * The output is streamed through a callback, so the copy is never whole in memory.
 * Throws `encrypted`, `damaged` (nothing to open, no page, or PDFium could not save), `too_large`.
 */
export function repairDocument(
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
  // Not "wx": a process that was lost over this file may have begun it.
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
