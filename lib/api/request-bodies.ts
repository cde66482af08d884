import { z } from "zod";

/** Room for questions about some sixty certificates, in octets of DER. */
export const maxOcspRequestBytes = 8 * 1024;

/** The body of an operation with `bodyKind: "ocsp"`: DER. Whether it is a request at all is for the answer to say, in DER too. */
export const ocspBody = z.custom<Uint8Array>();

/** A request in a path (RFC 6960 appendix A.1): base64 of a DER SEQUENCE, which begins in no other way. */
export const ocspInPath = z.object({
  request: z
    .string()
    .max(Math.ceil(maxOcspRequestBytes / 3) * 4)
    .regex(/^M[A-P][A-Za-z0-9+/]+={0,2}$/),
});

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
