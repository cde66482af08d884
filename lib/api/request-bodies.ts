import { z } from "zod";

/** Enough for queries about some sixty certificates, in octets of DER. */
export const maxOcspRequestBytes = 8 * 1024;

/** The body of an operation with `bodyKind: "ocsp"`: DER. Malformed requests are reported in the DER answer. */
export const ocspBody = z.custom<Uint8Array>();

/** A request in a path (RFC 6960 appendix A.1): base64 of a DER SEQUENCE, which always begins like this. */
export const ocspInPath = z.object({
  request: z
    .string()
    .max(Math.ceil(maxOcspRequestBytes / 3) * 4)
    .regex(/^M[A-P][A-Za-z0-9+/]+={0,2}$/),
});

/** The body of an operation with `bodyKind: "pdf"`: streamed bytes, never completely in memory. */
export interface PdfBody {
  stream: AsyncIterable<Uint8Array>;
  /**
   * The document's name in a multipart form: its field `name`, else its file's name. Read it after the stream, because the field may follow
   * the file. Null for a bare `application/pdf`.
   */
  formName: (() => string | null) | null;
}

export const pdfBody = z.custom<PdfBody>();
