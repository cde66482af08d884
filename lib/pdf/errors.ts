/** What can be wrong with a PDF, or with what was asked of one. The domain maps each to an answer of the API. */
export type PdfErrorCode =
  | "not_a_pdf"
  | "damaged"
  /** A password is needed. */
  | "encrypted"
  /** For the holders of certificates, or by a kind of protection that nobody but its maker opens. */
  | "encrypted_for_others"
  /** To decrypt it would break the signatures in it. */
  | "encrypted_and_signed"
  | "locked"
  | "too_large"
  | "no_page"
  | "placeholder_too_small"
  | "no_such_field"
  | "changed_underneath"
  | "glyph_missing"
  /** The detail is the element that would cover an annotation of a signed file, as `7 on page 2`. */
  | "covers_annotation";

/** The only error that the engine throws on purpose; `detail` is for logs, never for people. */
export class PdfError extends Error {
  constructor(
    readonly code: PdfErrorCode,
    readonly detail: string,
  ) {
    super(`${code}: ${detail}`);
    this.name = "PdfError";
  }
}
