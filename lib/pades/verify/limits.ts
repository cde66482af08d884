import type { PdfLimits } from "@/lib/pdf/limits";

/**
 * Tighter than the reader's own: verifying opens several revisions of a file at once, each with 13 bytes for every object
 * number. Files below the size cap come nowhere near.
 */
export const verifyLimits: Partial<PdfLimits> = { objectNumber: 2_000_000 };
