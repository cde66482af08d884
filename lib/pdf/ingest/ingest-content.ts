import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfPage } from "@/lib/pdf/pages";
import type { PdfValue } from "@/lib/pdf/syntax/objects";

/** Enough to judge by: decoding every stream of a long document could take seconds. */
const MAX_STREAMS = 100;

/**
 * Whether at least one page's content stream can be decoded, or no page has any. A repair of a file whose encryption
 * is damaged "succeeds" with streams of noise: people would be asked to sign pages that every reader shows blank.
 */
export function hasReadableContent(document: PdfDocument, pages: readonly PdfPage[]): boolean {
  const streams = pages.flatMap((page) => contentReferences(document, page)).slice(0, MAX_STREAMS);
  return streams.length === 0 || streams.some((reference) => isDecodable(document, reference));
}

function contentReferences(document: PdfDocument, { object }: PdfPage): PdfValue[] {
  const contents = object.value.entries.get("Contents");
  const several = document.array(contents, object.bytes);
  return several?.value.items ?? (contents === undefined ? [] : [contents]);
}

function isDecodable(document: PdfDocument, reference: PdfValue): boolean {
  const object = reference.kind === "ref" ? document.load(reference.num) : null;
  if (object === null || object.streamStart < 0) {
    return false;
  }
  try {
    document.decodedStream(object);
    return true;
  } catch (error) {
    if (error instanceof PdfError) {
      return error.code === "too_large";
    }
    throw error;
  }
}
