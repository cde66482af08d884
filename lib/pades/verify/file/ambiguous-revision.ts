import type { PdfDocument } from "@/lib/pdf/document";
import { isPlainObjectStream, readPlainStream, readPlainTable, type SectionRow } from "@/lib/pdf/plain-sections";
import { isMissing, isRebuiltForMissing } from "@/lib/pdf/strict/section-rows";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { XrefSection } from "@/lib/pdf/xref/xref";
import { orWhenUnreadable } from "./account-bytes";
import type { Deadline } from "./deadline";
import { referencesIn } from "./reachable";

const headWindow = 64;

/**
 * Whether readers can find different objects through one cross-reference section of a later revision: it has two
 * entries for one number or an entry beyond /Size, violates the standard's syntax, or points to an object with
 * another number or generation or into an object stream with a duplicate number. Readers differ in which entry they
 * use, or rebuild the file from its bytes. Careless writing is tolerated in the signed bytes, but no signer is
 * responsible for appended bytes.
 * @param isMisplaced the offsets are known to be wrong and have been corrected
 */
export function isAmbiguous(
  later: PdfDocument,
  section: XrefSection,
  isMisplaced: boolean,
  deadline: Deadline,
): boolean {
  try {
    const parts = [section, hybridOf(section)].filter((part) => part !== null);
    return !hasPlainTrailer(later) || parts.some((part) => !isPlain(later, part, isMisplaced, deadline));
  } catch (error) {
    if (error instanceof PdfError) {
      return true;
    }
    throw error;
  }
}

/** Whether every key occurs once, and the values needed to follow the chain are plain digits. */
function hasPlainTrailer({ trailer: { value, bytes } }: PdfDocument): boolean {
  const isPlainNumber = (key: string): boolean => {
    const number = value.entries.get(key);
    return number === undefined || /^\d{1,10}$/.test(bytes.toString("latin1", number.start, number.end));
  };
  return value.duplicates.length === 0 && value.entries.has("Size") && ["Size", "Prev", "XRefStm"].every(isPlainNumber);
}

type Part = Pick<XrefSection, "offset" | "kind">;

function hybridOf({ hybridOffset }: XrefSection): Part | null {
  return hybridOffset === null ? null : { offset: hybridOffset, kind: "stream" };
}

function isPlain(later: PdfDocument, { offset, kind }: Part, isMisplaced: boolean, deadline: Deadline): boolean {
  const seen = new Set<number>();
  const streams = new Set<number>();
  const size = later.number(later.trailer.value.entries.get("Size")) ?? 0;
  let isSound = true;
  const take = (row: SectionRow): void => {
    deadline.tick();
    isSound &&= row.num < size && !seen.has(row.num) && (isMisplaced || leadsToItself(later, row, streams));
    seen.add(row.num);
  };
  const { source, limits } = later;
  return (
    (kind === "table" ? readPlainTable(source, offset, take) : readPlainStream(source, offset, limits, take)) && isSound
  );
}

/** `streams` are those already found to be plain. */
function leadsToItself(later: PdfDocument, { num, type, offset, gen }: SectionRow, streams: Set<number>): boolean {
  if (type === "free") {
    return true;
  }
  if (type === "offset") {
    return (
      offset < later.source.size && headsObject(later.source.read(offset, headWindow).toString("latin1"), num, gen)
    );
  }
  if (!streams.has(offset) && !isPlainObjectStream(later, offset)) {
    return false;
  }
  streams.add(offset);
  return later.objectStream(offset).slots[gen]?.num === num;
}

function headsObject(text: string, num: number, gen: number): boolean {
  const head = /^[\s\0]*(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj/.exec(text);
  return head !== null && Number(head[1]) === num && Number(head[2]) === gen;
}

const knownRebuilt = new WeakMap<PdfDocument, boolean>();

/**
 * Whether programs rebuild the file from its bytes because it refers to an object that no section lists. Searched once
 * for an immutable document, because the check of each signature needs it. Throws TimeUp.
 */
export function isRebuiltForMissingObject(document: PdfDocument, deadline: Deadline): boolean {
  const isRebuilt = knownRebuilt.get(document) ?? refersToMissingObject(document, deadline);
  knownRebuilt.set(document, isRebuilt);
  return isRebuilt;
}

function refersToMissingObject(document: PdfDocument, deadline: Deadline): boolean {
  if (!isRebuiltForMissing(document)) {
    return false;
  }
  const lacks = (num: number): boolean => isMissing(document, num);
  if (referencesIn(document.trailer.value).some(lacks)) {
    return true;
  }
  for (let num = 1; num <= document.maxObjectNumber; num += 1) {
    deadline.tick();
    const object = orWhenUnreadable(() => document.load(num), null);
    if (object && referencesIn(object.value).some(lacks)) {
      return true;
    }
  }
  return false;
}

/** A place where an object starts, as found by programs that read a file without its cross-reference data. */
export interface WrittenObject {
  num: number;
  offset: number;
}

const windowBytes = 1024 * 1024;
/** Longer than any practical `n g obj`, so that one fits into the window together with its surroundings. */
const overlap = 64;
const header = /(\d{1,10})[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+$/;
const word = "obj";
const blanks = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
/** LiveCycle leaves the starts of objects at the end of streams, without any content. */
const fragment = /^[\0\t\n\f\r ]*(?:<<[\0\t\n\f\r ]*\/?[\0\t\n\f\r ]*)?endstream/;

/** Collects every `n g obj` of a file, anywhere in its bytes, while the file is read for hashing. */
export class WrittenObjects {
  readonly found: WrittenObject[] = [];
  private end = 0;
  /** The end of the previous chunk, in which a keyword may start. */
  private lastBytes = "";

  constructor(
    private readonly source: ByteSource,
    private readonly deadline: Deadline,
  ) {}

  /** Whether the whole file has been read. */
  get isComplete(): boolean {
    return this.end === this.source.size;
  }

  /** Scans the bytes starting at `from`. When the time is up, nothing more is collected. */
  take(chunk: Buffer, from: number): void {
    if (from !== this.end || this.deadline.passed) {
      return;
    }
    this.end += chunk.length;
    this.takeSeam(chunk, from);
    for (let at = chunk.indexOf(word); at >= 0; at = chunk.indexOf(word, at + word.length)) {
      // Half of all hits are the ends of `endobj`.
      if (at === 0 || blanks.has(chunk[at - 1] ?? 0)) {
        const isInside = at >= overlap && at + word.length + overlap <= chunk.length;
        const [bytes, start] = isInside
          ? [chunk, from]
          : [around(this.source, from + at), Math.max(0, from + at - overlap)];
        this.takeWord(bytes, start, from + at - start);
      }
    }
  }

  /** Finds a keyword across two chunks. Reading the preceding bytes again would take a system call for each chunk. */
  private takeSeam(chunk: Buffer, from: number): void {
    const before = this.lastBytes;
    const reach = word.length - 1;
    this.lastBytes = (before + chunk.toString("latin1", Math.max(0, chunk.length - reach))).slice(-reach);
    const at = (before + chunk.toString("latin1", 0, reach)).indexOf(word);
    if (at >= 0 && at < before.length) {
      const offset = from - before.length + at;
      const first = Math.max(0, offset - overlap);
      this.takeWord(around(this.source, offset), first, offset - first);
    }
  }

  private takeWord(bytes: Buffer, start: number, at: number): void {
    const match = header.exec(bytes.toString("latin1", Math.max(0, at - overlap), at));
    const after = at + word.length;
    if (match?.[1] !== undefined && !fragment.test(bytes.toString("latin1", after, after + overlap))) {
      this.found.push({ num: Number(match[1]), offset: start + at - match[0].length });
    }
  }
}

function around(source: ByteSource, offset: number): Buffer {
  const start = Math.max(0, offset - overlap);
  return source.read(start, Math.min(offset + word.length + overlap, source.size) - start);
}

/** Every `n g obj` of a file in order, in a separate pass over the file. */
export function writtenObjects(source: ByteSource, deadline: Deadline): readonly WrittenObject[] {
  const written = new WrittenObjects(source, deadline);
  for (let from = 0; from < source.size; from += windowBytes) {
    deadline.check();
    written.take(source.read(from, Math.min(windowBytes, source.size - from)), from);
  }
  return written.found;
}

/**
 * Whether programs that rebuild a revision find other objects than those in its cross-reference data: they use the
 * last one with each number. There are many inconspicuous ways for a later revision to force a program to rebuild.
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
