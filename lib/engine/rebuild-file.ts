import { appendFileSync, closeSync, openSync, writeSync } from "node:fs";
import { writeCanonical } from "@/lib/pdf/canonical/write-canonical";
import { PdfDocument } from "@/lib/pdf/document";
import { promoteDirectPages, rebuild, type Rebuilt } from "@/lib/pdf/rebuild/rebuild";
import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

interface RebuildInput {
  segment: SegmentPath;
  outputPath: string;
  /** Limit for the rebuilt file. */
  maxBytes: number;
}

const CHUNK = 1 << 20;

/**
 * Writes a file that cannot be repaired otherwise to `outputPath`: its own bytes, with new cross-reference data for
 * the objects found in them. Throws PdfError `damaged`, `encrypted`, `too_large`.
 */
export function rebuildFile({ segment, outputPath, maxBytes }: RebuildInput): { size: number } {
  const source = openSegments([segment]);
  try {
    const rebuilt = rebuild(source);
    if (source.size + rebuilt.head.length + rebuilt.tail.length > maxBytes) {
      throw new PdfError("too_large", "rebuilt, it is larger than an upload may be");
    }
    return { size: promotePages(outputPath, writeRebuilt(source, rebuilt, outputPath)) };
  } finally {
    source.close();
  }
}

function writeRebuilt(source: ByteSource, { head, start, tail }: Rebuilt, outputPath: string): number {
  const file = openSync(outputPath, "w", 0o600);
  try {
    let size = writeSync(file, head);
    for (let offset = start; offset < source.size; offset += CHUNK) {
      size += writeSync(file, source.read(offset, CHUNK));
    }
    return size + writeSync(file, tail);
  } finally {
    closeSync(file);
  }
}

function promotePages(outputPath: string, size: number): number {
  const source = openSegments([{ path: outputPath, size }]);
  try {
    const tail = promoteDirectPages(PdfDocument.open(source));
    if (tail === null) {
      return size;
    }
    appendFileSync(outputPath, tail);
    return size + tail.length;
  } finally {
    source.close();
  }
}

interface RewriteInput {
  segment: SegmentPath;
  outputPath: string;
  /** Limit for the rewritten file. */
  maxBytes: number;
}

/**
 * Rewrites a file in which readers could see different documents to `outputPath`, as one canonical file of the
 * document that our reader sees. Throws PdfError `damaged` if the document cannot be determined, or `too_large`.
 */
export function rewriteFile({ segment, outputPath, maxBytes }: RewriteInput): { size: number } {
  const source = openSegments([segment]);
  // Not "wx": a thread that was ended over this file may have created it already.
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
