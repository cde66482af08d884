import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";

/** Where something was written in the file that nobody could find by its cross-reference data. */
export interface FoundObject {
  num: number;
  gen: number;
  /** Absolute. */
  offset: number;
}

export interface Scan {
  /** In the order of the file: the last one of a number counts. */
  objects: FoundObject[];
  /** Offsets after the word `trailer`, in the order of the file. */
  trailers: number[];
}

const CHUNK = 1 << 20;
/** Longer than any match below, so that none is lost where two chunks meet. */
const OVERLAP = 64;
const MAX_OBJECTS = 200_000;
const MARKS = /(?<!\d)(\d{1,7})[ \t\r\n]{1,4}(\d{1,5})[ \t\r\n]{1,4}obj(?![a-zA-Z])|(?<![a-zA-Z])trailer/g;

/**
 * Finds every `n g obj` and every trailer by its looks, from `start` on. What lies inside stream data is found as well; a
 * number that an object really has is hardly ever among it. Throws PdfError `too_large` past 200,000 objects.
 */
export function scanForObjects(source: ByteSource, start: number): Scan {
  const scan: Scan = { objects: [], trailers: [] };
  for (let offset = start; offset < source.size; offset += CHUNK) {
    const from = Math.max(start, offset - OVERLAP);
    const text = source.read(from, offset + CHUNK - from).toString("latin1");
    for (const match of text.matchAll(MARKS)) {
      const at = from + match.index;
      // Whole in the last chunk already.
      if (offset > start && at + match[0].length < offset) {
        continue;
      }
      note(scan, match, at);
    }
  }
  return scan;
}

function note(scan: Scan, match: RegExpExecArray, at: number): void {
  if (match[1] === undefined) {
    const after = at + match[0].length;
    if (scan.trailers.at(-1) !== after) {
      scan.trailers.push(after);
    }
    return;
  }
  if (scan.objects.length === MAX_OBJECTS) {
    throw new PdfError("too_large", `more than ${MAX_OBJECTS} objects to look through`);
  }
  if (scan.objects.at(-1)?.offset !== at) {
    scan.objects.push({ num: Number(match[1]), gen: Number(match[2]), offset: at });
  }
}
