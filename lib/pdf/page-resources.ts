import type { PdfDocument } from "./document";
import type { Located, PdfDict } from "./syntax/objects";

const MAX_ANCESTORS = 32;

/** /Resources of a page, else of the nearest ancestor (ISO 32000-2, 7.7.3.4). */
export function resourcesOf(document: PdfDocument, page: Located<PdfDict>): Located<PdfDict> | null {
  let level: Located<PdfDict> | null = page;
  for (let depth = 0; level !== null && depth < MAX_ANCESTORS; depth += 1) {
    const own: Located<PdfDict> | null = document.dict(level.value.entries.get("Resources"), level.bytes);
    if (own !== null) {
      return own;
    }
    level = document.dict(level.value.entries.get("Parent"), level.bytes);
  }
  return null;
}
