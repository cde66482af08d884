import { z } from "zod";

/** The body of an operation with `bodyKind: "pdf"`: the bytes as they arrive, never whole in memory. */
export interface PdfBody {
  stream: AsyncIterable<Uint8Array>;
  /**
   * What a multipart form calls the document, by its field `name` or else by its file's name. To be asked once the stream has been
   * read, because the field may come after the file. Null for a bare `application/pdf`.
   */
  formName: (() => string | null) | null;
}

export const pdfBody = z.custom<PdfBody>();
