import { sharedError } from "@/lib/platform/next/process-wide";

/** Problems of a PDF, or of a request for one. Other rooms map each of them to an API error. */
export type PdfErrorCode =
  | "not_a_pdf"
  | "damaged"
  /** A password is needed. */
  | "encrypted"
  /** Encrypted for certificate holders, or by a proprietary security handler. */
  | "encrypted_for_others"
  /** Decrypting it would break its signatures. */
  | "encrypted_and_signed"
  | "locked"
  /** A dynamic XFA form: its pages are placeholders. */
  | "xfa"
  | "too_large"
  | "no_page"
  | "placeholder_too_small"
  | "no_such_field"
  | "changed_underneath"
  | "glyph_missing"
  /** An office file is damaged, or a converter found no document in it. */
  | "office_damaged"
  /** No converter is configured. */
  | "no_converter"
  /** A picture to be turned into a PDF cannot be decoded. */
  | "picture_damaged"
  /** The detail is the element that would cover an annotation of a signed file, such as `7 on page 2`. */
  | "covers_annotation";

/** The only error that the engine throws deliberately. `detail` is for logs, not for users. */
export class PdfError extends sharedError("PdfError") {
  constructor(
    readonly code: PdfErrorCode,
    readonly detail: string,
  ) {
    super(`${code}: ${detail}`);
    this.name = "PdfError";
  }
}
