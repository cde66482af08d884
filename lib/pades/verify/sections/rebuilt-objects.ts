import type { Deadline } from "@/lib/pades/verify/deadline";
import type { ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";

/** A place where an object begins, as programs find it that read a file without its cross-reference data. */
export interface WrittenObject {
  num: number;
  offset: number;
}

const windowBytes = 1024 * 1024;
/** Longer than `n g obj` in practice, so that nothing is lost where two windows meet. */
const overlap = 64;
const header = /(\d{1,10})[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+$/;
const word = "obj";
const blanks = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
/** LiveCycle leaves the beginnings of objects at the end of streams, with nothing in them. */
const fragment = /^[\0\t\n\f\r ]*(?:<<[\0\t\n\f\r ]*\/?[\0\t\n\f\r ]*)?endstream/;

/** Every `n g obj` of a file in order, wherever it stands. */
export function writtenObjects(source: ByteSource, deadline: Deadline): WrittenObject[] {
  const found: WrittenObject[] = [];
  for (let from = 0; from < source.size; from += windowBytes) {
    deadline.check();
    const start = Math.max(0, from - overlap);
    const bytes = source.read(start, Math.min(windowBytes + from - start, source.size - start));
    for (
      let at = bytes.indexOf(word, Math.max(0, from - start - word.length + 1));
      at >= 0;
      at = bytes.indexOf(word, at + word.length)
    ) {
      // Half of all hits are the ends of `endobj`.
      if (!blanks.has(bytes[at - 1] ?? 0)) continue;
      const match = header.exec(bytes.toString("latin1", Math.max(0, at - overlap), at));
      const after = at + word.length;
      const text =
        after + overlap <= bytes.length
          ? bytes.toString("latin1", after, after + overlap)
          : textAt(source, start + after);
      if (match?.[1] !== undefined && !fragment.test(text)) {
        found.push({ num: Number(match[1]), offset: start + at - match[0].length });
      }
    }
  }
  return found;
}

/**
 * Whether programs that have to rebuild a revision find another object than its cross-reference data lead to: they take the last one of each number. A
 * later revision can make a program rebuild the file in many harmless-looking ways.
 */
export function isRebuiltDifferently(revision: PdfDocument, written: readonly WrittenObject[]): boolean {
  const last = new Map<number, number>();
  for (const { num, offset } of written) {
    if (offset < revision.source.size) {
      last.set(num, offset);
    }
  }
  return [...last].some(([num, offset]) => {
    const entry = revision.entry(num);
    const place = entry?.type === "compressed" ? revision.entry(entry.offset) : entry;
    return (
      place?.type === "offset" &&
      offset > place.offset &&
      offset > place.offset + blanksAt(revision.source, place.offset)
    );
  });
}

function blanksAt(source: ByteSource, offset: number): number {
  return /^[\0\t\n\f\r ]*/.exec(textAt(source, offset))?.[0].length ?? 0;
}

function textAt(source: ByteSource, offset: number): string {
  return source.read(offset, Math.max(0, Math.min(overlap, source.size - offset))).toString("latin1");
}
