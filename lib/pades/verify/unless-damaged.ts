import { PdfError } from "@/lib/pdf/errors";

/** What `read` answers, or `otherwise` when the file is too damaged for it: a report must not fail over one broken object. */
export function unlessDamaged<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) {
      return otherwise;
    }
    throw error;
  }
}
