import { PdfError } from "@/lib/pdf/syntax/errors";
import { ZipError } from "@/lib/platform/zip/zip-directory";

/** The error for an office file that cannot be read as the type it claims to be. */
export function officeDamaged(detail: string): PdfError {
  return new PdfError("office_damaged", detail);
}

/** Runs `work` on a ZIP and maps its errors to errors of the office file. */
export function withZipErrors<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.code === "too_large") throw new PdfError("too_large", "unpacked, it is too large");
    throw officeDamaged(`zip: ${error.code}`);
  }
}
