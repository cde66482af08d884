import { PdfError, type PdfErrorCode } from "@/lib/pdf/syntax/errors";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import { DomainError, invalid, type ErrorCode, type ErrorDetails } from "@/lib/platform/errors";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "./lines/waiting-line";

/** Engine findings that concern the sender of the document. All others are bugs of ours. */
const notConvertible =
  "The file is not a PDF and cannot be converted to one. Supported: DOCX, ODT, RTF, HTML, Markdown, JPEG, PNG, WebP, TIFF.";

const refusals: { [code in PdfErrorCode]?: { code: ErrorCode } & Pick<ErrorDetails, "detail" | "reason"> } = {
  not_a_pdf: { code: "pdf_invalid", reason: "not_convertible", detail: notConvertible },
  damaged: { code: "pdf_invalid", reason: "damaged", detail: "The PDF is damaged and could not be repaired." },
  no_page: { code: "pdf_invalid", reason: "no_pages", detail: "The PDF has no pages." },
  encrypted: {
    code: "pdf_encrypted",
    detail: "The PDF is password-protected. Remove the password and send it again.",
  },
  encrypted_for_others: {
    code: "pdf_encrypted",
    reason: "encrypted_for_others",
    detail:
      "The PDF is encrypted with certificates or by an unsupported method. Save it without encryption and send it again.",
  },
  encrypted_and_signed: {
    code: "pdf_encrypted",
    reason: "encrypted_and_signed",
    detail:
      "The PDF is encrypted and signed, and removing the encryption would break its signatures. Send the version from before it was encrypted.",
  },
  locked: {
    code: "pdf_locked",
    detail: "The PDF is certified, or locked by a signature, and allows no further signatures.",
  },
  xfa: {
    code: "pdf_xfa",
    detail:
      "The PDF is a dynamic XFA form, which only Adobe programs can display. Open it in Adobe Acrobat, print it to a PDF and send that.",
  },
  too_large: { code: "too_large", detail: "The document needs more pages, time or memory than allowed." },
  office_damaged: {
    code: "conversion_failed",
    detail: "The file is damaged or LibreOffice cannot read it. Save it as a PDF and send that.",
  },
  no_converter: {
    code: "converter_missing",
    detail:
      "DOCX, ODT and RTF need LibreOffice, which is not installed. Send a PDF instead, or ask the operator to install libreoffice-writer-nogui or to set CONVERT_URL to a Gotenberg service.",
  },
  picture_damaged: {
    code: "conversion_failed",
    reason: "picture_damaged",
    detail: "A picture is damaged or its format is not supported.",
  },
  changed_underneath: {
    code: "integrity_error",
    reason: "stored_altered",
    detail: "The stored document does not match its hash.",
  },
  glyph_missing: { code: "glyph_missing", detail: "The text contains characters that cannot be drawn." },
};

const blobRefusals = {
  integrity: "integrity_error",
  storage_full: "storage_full",
  too_large: "too_large",
  unavailable: "unavailable",
} as const;

/** Failures unrelated to the file. The same call may succeed a moment later. */
const passing = [EngineBusyError, EngineTimeoutError, EngineLostError];

/** Maps a refusal of the engine or the blob store to an API error. Returns every other error unchanged. */
export function toFileError(error: unknown): unknown {
  if (error instanceof PdfError && error.code === "covers_annotation") return coveredAnnotation(error.detail);
  if (error instanceof PdfError) {
    const refusal = refusals[error.code];
    if (!refusal) return error;
    const { code, ...details } = refusal;
    return new DomainError(code, { ...details, cause: error });
  }
  if (error instanceof BlobError) return new DomainError(blobRefusals[error.code], { cause: error });
  if (passing.some((kind) => error instanceof kind))
    return new DomainError("unavailable", { retryAfterSeconds: 5, cause: error });
  return error;
}

function coveredAnnotation(field: string): DomainError {
  const detail = `Element ${field} would cover an annotation of a signed document. Move it to a free place.`;
  return invalid("/visibleElements", "covers_annotation", detail);
}

/** Runs `work` and maps refusals of the engine and the blob store to API errors. */
export async function withFileErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toFileError(error);
  }
}
