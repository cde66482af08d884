import { z } from "zod";
import { attachmentTypeFacts } from "@/lib/documents/attachments/type-choices";
import { sourceTypeFacts, type TextType } from "@/lib/documents/source-choices";

/** Enough for queries about roughly sixty certificates, in bytes of DER. */
export const maxOcspRequestBytes = 8 * 1024;

/** The body of an operation with `bodyKind: "ocsp"`: DER. Malformed requests are reported in the DER response. */
export const ocspBody = z.custom<Uint8Array>();

/** Enough for a report that quotes the headers of an e-mail, or a short e-mail in full. */
export const maxReportBytes = 1024 * 1024;

/**
 * The body of an operation with `bodyKind: "signed-json"` or `"mail"`: the bytes as received, and the headers that
 * prove the sender.
 */
export interface RawBody {
  bytes: Buffer;
  header: (name: string) => string | null;
}

export const rawBody = z.custom<RawBody>();

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
   * The document's name in a multipart form: its field `name`, otherwise its file's name. Read it after the stream,
   * because the field may follow the file. Null for a bare `application/pdf`.
   */
  formName: (() => string | null) | null;
  /** With `bodyKind: "document"`: the name of the form's file, and the text type stated by the sender. */
  fileName?: string | null;
  text?: TextType | null;
}

export const pdfBody = z.custom<PdfBody>();

/**
 * The body of an operation with `bodyKind: "document"`: a PDF, or a file that is converted. Its bytes decide the type,
 * so all of these media types are accepted.
 */
export const documentBody = z.custom<PdfBody>();
export const documentMediaTypes: readonly string[] = [
  "application/pdf",
  "application/octet-stream",
  ...Object.values(sourceTypeFacts).map(({ mediaType }) => mediaType),
  "text/rtf",
  "text/plain",
];

/**
 * The body of an operation with `bodyKind: "file"`: the same for an attachment. Its bytes decide the type, so all of
 * these media types are accepted.
 */
export const fileBody = z.custom<PdfBody>();
export const fileMediaTypes: readonly string[] = [
  "application/octet-stream",
  ...Object.values(attachmentTypeFacts).map(({ mediaType }) => mediaType),
  "image/heif",
];
