import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import { contradictsItself, readPlainStream, readPlainTable, type SectionRow } from "@/lib/pdf/plain-sections";
import { indexOf, isBlank, prefixOf, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { XrefSection } from "@/lib/pdf/xref/xref";
import { startsObject, unexplainedBytes, type StrayBytes } from "./account-bytes";
import {
  isAmbiguous,
  isRebuiltDifferently,
  WrittenObjects,
  writtenObjects,
  type WrittenObject,
} from "./ambiguous-revision";
import type { Deadline } from "./deadline";
import { isMisplaced, openMisplaced } from "./open-misplaced";
import type { ReferenceCache } from "./reachable";

const maxRetainedObjects = 2_000_000;
/**
 * Several programs search for `startxref` in the last 1,024 bytes, and otherwise read the file without its
 * cross-reference data.
 */
const mostBlanks = 512;
/** An ending with white space that all programs skip. */
const plainEnding = /^startxref[\t\n\r ]+\d+[\t\n\r ]+%%EOF/;
/** Limit for one cross-reference section with its trailer, in bytes. */
const largestSection = 64 * 1024 * 1024;

interface LaterBytes {
  /** Why the bytes after the signed revision are not simply later revisions. Empty when they are. */
  problems: Finding[];
  warnings: Finding[];
}

/** Opened prefixes of one file, cached because several signatures need the same ones. */
export class RevisionStore {
  /** For comparing the revisions with one another. */
  readonly references: ReferenceCache = new Map();
  private readonly opened = new Map<number, PdfDocument | null>();
  /** Filled by the pass that hashes the file, so that the file is not read a second time. */
  readonly passing: WrittenObjects;
  private written: readonly WrittenObject[] | null = null;
  private readonly stray = new Map<string, StrayBytes>();

  constructor(
    readonly document: PdfDocument,
    private readonly deadline: Deadline,
  ) {
    this.passing = new WrittenObjects(document.source, deadline);
  }

  /**
   * Opens `[0, end)` as a separate PDF: what the signer saw. Null unless it ends in `%%EOF` and can be read without
   * the bytes appended later.
   */
  open(end: number): PdfDocument | null {
    const known = this.opened.get(end);
    if (known !== undefined) {
      return known;
    }
    this.deadline.check();
    const revision = endsInEof(this.document.source, end) ? this.openWhole(end) : null;
    this.keep(end, revision);
    return revision;
  }

  /** The revision to which another one was appended, or null if there is no readable one. */
  openBefore(revision: PdfDocument): PdfDocument | null {
    const [newest, ...older] = revision.xrefSections;
    const start = newest?.offset ?? 0;
    for (const section of older.filter(({ offset }) => offset < start).sort((a, b) => b.offset - a.offset)) {
      const end = endOfRevision(revision.source, section);
      if (end !== null && end <= start) {
        return this.open(end);
      }
    }
    return null;
  }

  /**
   * Accounts for every byte after a signed revision: they must belong to later revisions on the final /Prev chain,
   * each closed by `startxref … %%EOF` (ISO 32000-2, 7.5.6). An incremental-saving attack hides in bytes that no
   * section on the chain explains, where readers that only follow the chain do not look.
   */
  checkLaterBytes(revision: PdfDocument): LaterBytes {
    const { source } = this.document;
    if (!this.chainIncludes(revision)) {
      return refused("revisions_not_built_on_signed");
    }
    const warnings: Finding[] = [];
    let offset = revision.source.size;
    for (const section of this.sectionsAfter(offset)) {
      this.deadline.check();
      const closed = section.offset < offset ? null : endOfRevision(source, section);
      const later = closed === null ? null : this.open(closed);
      if (closed === null || later === null || later.xrefSections[0]?.offset !== section.offset) {
        return refused("revision_not_closed");
      }
      if (contradictsItself(revision, later, section)) {
        return refused("revision_contradicts_itself");
      }
      if (isAmbiguous(later, section, isMisplaced(later), this.deadline)) {
        return refused("revision_ambiguous");
      }
      if (namesEarlierObjects(later, section, offset) && this.isAmbiguous(revision)) {
        return refused("revision_decides_ambiguity");
      }
      const stray = this.strayBytes(later, offset, section.offset);
      if (stray === "revision") {
        return refused("revision_not_visited");
      }
      if (stray === "object") {
        return refused("object_not_named");
      }
      if (stray === "bytes") {
        warnings.push(finding("stray_bytes"));
      }
      offset = closed;
    }
    if (!isBlank(source, offset)) {
      return refused("bytes_appended");
    }
    return source.size - offset > mostBlanks ? refused("blanks_appended") : { problems: [], warnings };
  }

  private openWhole(end: number): PdfDocument | null {
    if (end === this.document.source.size) {
      return this.document;
    }
    const { source } = this.document;
    return openPrefix(this.document, end) ?? (isMisplaced(this.document) ? openMisplaced(prefixOf(source, end)) : null);
  }

  /**
   * An opened revision takes 13 bytes per object, so the number of large ones that a hostile file can cause must be
   * limited.
   */
  private keep(end: number, revision: PdfDocument | null): void {
    this.opened.set(end, revision);
    const weight = () => [...this.opened.values()].reduce((sum, kept) => sum + (kept?.maxObjectNumber ?? 0), 0);
    for (const oldest of this.opened.keys()) {
      if (oldest === end || weight() <= maxRetainedObjects) {
        return;
      }
      this.opened.delete(oldest);
    }
  }

  /** Whether programs that rebuild the file find other objects in a revision than its cross-reference data lists. */
  isRebuiltDifferently(revision: PdfDocument): boolean {
    this.written ??= this.passing.isComplete ? this.passing.found : writtenObjects(this.document.source, this.deadline);
    return isRebuiltDifferently(revision, this.written);
  }

  private isAmbiguous(revision: PdfDocument): boolean {
    return revision.xrefSections.some((section) =>
      isAmbiguous(revision, section, isMisplaced(revision), this.deadline),
    );
  }

  private strayBytes(later: PdfDocument, from: number, section: number): StrayBytes {
    const key = `${from}-${section}`;
    const stray =
      this.stray.get(key) ??
      unexplainedBytes(later, { final: this.document, from, to: section, deadline: this.deadline });
    this.stray.set(key, stray);
    return stray;
  }

  /** The cross-reference sections after `end`, in file order. */
  private sectionsAfter(end: number): XrefSection[] {
    return this.document.xrefSections.filter(({ offset }) => offset >= end).sort((a, b) => a.offset - b.offset);
  }

  private chainIncludes(revision: PdfDocument): boolean {
    const newest = revision.xrefSections[0]?.offset;
    return this.document.xrefSections.some((section) => section.offset === newest);
  }
}

function endsInEof(source: ByteSource, end: number): boolean {
  const tail = source.read(Math.max(0, end - 16), Math.min(16, end)).toString("latin1");
  return /%%EOF\s{0,2}$/.test(tail);
}

function openPrefix(document: PdfDocument, end: number): PdfDocument | null {
  try {
    const revision = document.openPrefix(end);
    revision.catalog();
    return revision;
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

/**
 * Offset after `startxref … %%EOF` and its line end, or null if there is something else between the section and its
 * end.
 */
function endOfRevision(source: ByteSource, { offset, kind }: XrefSection): number | null {
  const start = indexOf(source, "startxref", offset, source.size);
  const ending =
    start < 0 ? null : plainEnding.exec(source.read(start, Math.min(128, source.size - start)).toString("latin1"));
  if (ending === null || start - offset > largestSection) {
    return null;
  }
  const objects = source
    .read(offset, start - offset)
    .toString("latin1")
    .match(new RegExp(startsObject, "g"));
  const isPlain = (objects?.length ?? 0) <= (kind === "stream" ? 1 : 0);
  return isPlain ? afterLineEnd(source, start + ending[0].length) : null;
}

// A signature that covers the revision ends here too, so both can share one opened prefix.
function afterLineEnd(source: ByteSource, offset: number): number {
  const next = source.read(offset, Math.min(2, source.size - offset)).toString("latin1");
  return offset + (/^(?:\r\n|\r|\n)/.exec(next)?.[0].length ?? 0);
}

function refused(
  code:
    | "revisions_not_built_on_signed"
    | "revision_not_closed"
    | "revision_contradicts_itself"
    | "revision_ambiguous"
    | "revision_decides_ambiguity"
    | "revision_not_visited"
    | "object_not_named"
    | "bytes_appended"
    | "blanks_appended",
): LaterBytes {
  return { problems: [finding(code)], warnings: [] };
}

/**
 * Whether a plain cross-reference section has entries for objects that were written before `from`, or frees some. If
 * readers interpret the earlier sections differently, such entries decide in favour of one interpretation.
 */
function namesEarlierObjects(later: PdfDocument, { offset, kind, hybridOffset }: XrefSection, from: number): boolean {
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
