import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";

/** The data of a stream behind its filters; null where they cannot be decoded here. */
export function decodedData(document: PdfDocument, stream: IndirectObject): Buffer | null {
  try {
    return document.decodedStream(stream);
  } catch (error) {
    if (error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

/** The same of the stream that a value refers to; null where there is none. */
export function referredData(document: PdfDocument, value: PdfValue | undefined): Buffer | null {
  const object = value?.kind === "ref" ? document.load(value.num) : null;
  return object !== null && object.streamStart >= 0 ? decodedData(document, object) : null;
}
