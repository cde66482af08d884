import { PdfError } from "@/lib/pdf/syntax/errors";

/** The code of the PdfError that `work` throws; "no error", or a description of any other error. */
export function codeOf(work: () => unknown): string {
  try {
    work();
    return "no error";
  } catch (error) {
    return error instanceof PdfError ? error.code : String(error);
  }
}
