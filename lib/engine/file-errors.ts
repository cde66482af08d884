import { PdfError, type PdfErrorCode } from "@/lib/pdf/errors";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import { DomainError, invalid, type ErrorCode } from "@/lib/platform/errors";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "./lines/waiting-line";

/** Engine findings that concern the sender of the document. All others are bugs of ours. */
const notConvertible =
  "This is not a PDF, and not a file that can be converted: DOCX, ODT, RTF, HTML, Markdown, JPEG, PNG, WebP, TIFF.";

const refusals: { [code in PdfErrorCode]?: { code: ErrorCode; detail: string } } = {
  not_a_pdf: { code: "pdf_invalid", detail: notConvertible },
  damaged: { code: "pdf_invalid", detail: "The PDF is damaged and could not be repaired." },
  no_page: { code: "pdf_invalid", detail: "The PDF holds no page." },
  encrypted: {
    code: "pdf_encrypted",
    detail: "The PDF is protected by a password. Remove the protection and send it again.",
  },
  encrypted_for_others: {
    code: "pdf_encrypted",
    detail:
      "The PDF is encrypted for the holders of certain certificates, or in another way that no password opens. Save it without protection and send it again.",
  },
  encrypted_and_signed: {
    code: "pdf_encrypted",
    detail:
      "The PDF is encrypted and signed: to remove the protection would break its signatures. Send it as it was before it was encrypted.",
  },
  locked: {
    code: "pdf_locked",
    detail: "The PDF is certified, or locked by a signature, and allows no further signatures.",
  },
  xfa: {
    code: "pdf_xfa",
    detail:
      "The PDF is a dynamic XFA form, whose pages only Adobe's programs can make. Open it in Adobe Acrobat, print it to a PDF and send that.",
  },
  too_large: { code: "too_large", detail: "The document needs more pages, time or memory than allowed." },
  office_damaged: {
    code: "conversion_failed",
    detail: "The file is damaged, or LibreOffice cannot read it. Save it as a PDF and send that.",
  },
  no_converter: {
    code: "converter_missing",
    detail:
      "DOCX, ODT and RTF are converted by LibreOffice, which this service has not. Send a PDF, or ask the operator to install it (Debian: apt-get install libreoffice-writer-nogui) or to set CONVERT_URL to a Gotenberg service.",
  },
  picture_damaged: { code: "conversion_failed", detail: "A picture is damaged, or of a kind that cannot be read." },
  changed_underneath: { code: "integrity_error", detail: "The stored document is not as it was written." },
  glyph_missing: { code: "glyph_missing", detail: "The text holds characters that cannot be drawn." },
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
    return refusal ? new DomainError(refusal.code, { detail: refusal.detail, cause: error }) : error;
  }
  if (error instanceof BlobError) return new DomainError(blobRefusals[error.code], { cause: error });
  if (passing.some((kind) => error instanceof kind))
    return new DomainError("unavailable", { retryAfterSeconds: 5, cause: error });
  return error;
}

function coveredAnnotation(field: string): DomainError {
  const detail = `Element ${field} would cover an annotation of a document that was signed before. Move it beside what is there.`;
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
