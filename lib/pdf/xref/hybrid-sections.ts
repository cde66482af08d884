import type { PdfDocument } from "@/lib/pdf/document";
import type { XrefSection } from "./xref";
import { XrefEntries } from "./xref-entries";
import { readXrefStream } from "./xref-stream";
import { readXrefTable } from "./xref-table";

/**
 * Whether a hybrid section (ISO 32000-2, 7.5.8.4) has contradictory entries for one object in its table and in its
 * stream. Readers differ in which of the two has priority. An object that is free in the table and in use in the
 * stream is meant to be hidden from old readers, which is safe only if the earlier `revision` did not contain it.
 * Throws PdfError.
 */
export function contradictsItself(
  revision: Pick<PdfDocument, "entry">,
  later: PdfDocument,
  { offset, hybridOffset }: XrefSection,
): boolean {
  if (hybridOffset === null) {
    return false;
  }
  const { limits } = later;
  const table = new XrefEntries(limits.objectNumber);
  const stream = new XrefEntries(limits.objectNumber);
  const { freed } = readXrefTable(later.source, offset, table, limits);
  readXrefStream(later.source, hybridOffset, stream, limits);
  if (freed.some((num) => isAlive(stream, num) && isAlive({ get: (wanted) => revision.entry(wanted) }, num))) {
    return true;
  }
  for (let num = 0; num <= table.highest; num += 1) {
    const [one, other] = [table.get(num), stream.get(num)];
    if (one && other && (one.type !== other.type || one.offset !== other.offset)) {
      return true;
    }
  }
  return false;
}

function isAlive(entries: Pick<XrefEntries, "get">, num: number): boolean {
  const entry = entries.get(num);
  return entry !== null && entry.type !== "free";
}
