import type { PdfDocument } from "@/lib/pdf/document";
import { readPlainStream } from "@/lib/pdf/xref/plain/plain-stream";
import { readPlainTable } from "@/lib/pdf/xref/plain/plain-table";
import type { SectionRow } from "@/lib/pdf/xref/plain/row-sink";
import type { XrefSection } from "@/lib/pdf/xref/xref";

/**
 * Whether a plain cross-reference section says something about objects that were written before `from`, or frees some. Where readers differ about what
 * the earlier sections say, that decides for one of the readings.
 */
export function namesEarlierObjects(
  later: PdfDocument,
  { offset, kind, hybridOffset }: XrefSection,
  from: number,
): boolean {
  let found = false;
  const take = (row: SectionRow): void => {
    found ||= row.num !== 0 && !isNew(later, row, from);
  };
  const { source, limits } = later;
  if (kind === "table") {
    readPlainTable(source, offset, take);
  }
  const streamAt = kind === "stream" ? offset : hybridOffset;
  if (streamAt !== null) {
    readPlainStream(source, streamAt, limits, take);
  }
  return found;
}

function isNew(later: PdfDocument, { type, offset }: SectionRow, from: number): boolean {
  const place = type === "compressed" ? later.entry(offset) : { type, offset };
  return place?.type === "offset" && place.offset >= from;
}
