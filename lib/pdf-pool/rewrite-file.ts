import { closeSync, openSync } from "node:fs";
import { openSegments, type SegmentPath } from "@/lib/pdf/byte-source";
import { writeCanonical } from "@/lib/pdf/canonical/write-canonical";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";

export interface RewriteInput {
  segment: SegmentPath;
  outputPath: string;
  /** No rewritten file may be larger. */
  maxBytes: number;
}

/**
 * Writes a file in which readers could see different documents anew to `outputPath`: the document that our own reader sees, as one canonical file.
 * Throws PdfError `damaged` where that cannot be told, `too_large`.
 */
export function rewriteFile({ segment, outputPath, maxBytes }: RewriteInput): { size: number } {
  const source = openSegments([segment]);
  // Not "wx": a thread that was ended over this file may have begun it.
  const file = openSync(outputPath, "w", 0o600);
  try {
    return { size: writeCanonical(PdfDocument.open(source), file, maxBytes) };
  } catch (error) {
    if (error instanceof RangeError) {
      throw new PdfError("damaged", `beyond the file: ${error.message}`);
    }
    throw error;
  } finally {
    closeSync(file);
    source.close();
  }
}
