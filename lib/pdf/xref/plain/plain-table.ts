import { indexOf, type ByteSource } from "@/lib/pdf/byte-source";
import type { XrefEntry } from "@/lib/pdf/xref/xref-entries";

/** One row of a cross-reference section, as it is written there. */
export interface SectionRow extends XrefEntry {
  num: number;
}

export type RowSink = (row: SectionRow) => void;

const rowLength = 20;
const heading = /^xref[ \t]*(?:\r\n|\r|\n)/;
const subsection = /^(\d{1,10}) (\d{1,10})[ \t]*(?:\r\n|\r|\n)/;
const rowPattern = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/;
/** Honest writers leave an empty line before it. */
const trailerNext = /^\s*trailer/;

/**
 * Reads a cross-reference table that is written exactly as ISO 32000-2, 7.5.4 says, so that readers that count bytes and readers that
 * look for words see the same rows, with one trailer. False when it is not.
 */
export function readPlainTable(source: ByteSource, offset: number, sink: RowSink): boolean {
  const end = indexOf(source, "startxref", offset, source.size);
  const text = source.read(offset, (end < 0 ? source.size : end) - offset).toString("latin1");
  let pos = heading.exec(text)?.[0].length ?? 0;
  while (pos > 0 && !trailerNext.test(text.slice(pos, pos + 64))) {
    const head = subsection.exec(text.slice(pos, pos + 64));
    if (!head) {
      return false;
    }
    pos = readRows(text, pos + head[0].length, { first: Number(head[1]), count: Number(head[2]) }, sink);
  }
  return pos > 0 && text.lastIndexOf("trailer") === text.indexOf("trailer");
}

/** Answers where the rows end, -1 when one of them is not plain. */
function readRows(
  text: string,
  start: number,
  { first, count }: { first: number; count: number },
  sink: RowSink,
): number {
  for (let index = 0; index < count; index += 1) {
    const at = start + index * rowLength;
    const row = rowPattern.exec(text.slice(at, at + rowLength));
    if (!row) {
      return -1;
    }
    sink({ num: first + index, type: row[3] === "n" ? "offset" : "free", offset: Number(row[1]), gen: Number(row[2]) });
  }
  return start + count * rowLength;
}
