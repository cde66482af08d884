import type { PdfLimits } from "@/lib/pdf/limits";

const mebibyte = 1024 * 1024;

/**
 * Tighter than the reader's own: verifying opens several revisions of a file at once, each with 13 bytes for every object
 * number. Files below the size cap come nowhere near. The only streams decoded, but for those of the file's structure, are validation data.
 */
export const verifyLimits: Partial<PdfLimits> = { objectNumber: 2_000_000, streamBytes: 16 * mebibyte };
