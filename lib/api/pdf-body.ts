import { z } from "zod";

/** The body of an operation with `bodyKind: "pdf"`: the bytes as they arrive, never whole in memory. */
export interface PdfBody {
  stream: AsyncIterable<Uint8Array>;
  /** What a multipart form called the file; null for a bare `application/pdf`. */
  fileName: string | null;
}

export const pdfBody = z.custom<PdfBody>();
