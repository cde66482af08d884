import type { ReferenceCache } from "@/lib/pades/verify/difference/reachable";
import { isMisplaced, openMisplaced } from "@/lib/pades/verify/misplaced/open-misplaced";
import { isAmbiguous } from "@/lib/pades/verify/sections/is-ambiguous";
import {
  isRebuiltDifferently,
  WrittenObjects,
  writtenObjects,
  type WrittenObject,
} from "@/lib/pades/verify/sections/rebuilt-objects";
import { indexOf, isBlank, prefixOf, type ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { contradictsItself } from "@/lib/pdf/xref/hybrid-sections";
import { readPlainStream, readPlainTable, type SectionRow } from "@/lib/pdf/xref/plain/plain-sections";
import type { XrefSection } from "@/lib/pdf/xref/xref";
import { startsObject, unexplainedBytes, type StrayBytes } from "./account-bytes";
import type { Deadline } from "./deadline";
import { finding, type Finding } from "./findings";

const maxRetainedObjects = 2_000_000;
/** Several programs look for `startxref` in the last 1,024 bytes, and else read the file without its cross-reference data. */
const mostBlanks = 512;
/** An ending with white space that all programs skip. */
const plainEnding = /^startxref[\t\n\r ]+\d+[\t\n\r ]+%%EOF/;
/** Bytes of one cross-reference section with its trailer. */
const largestSection = 64 * 1024 * 1024;

interface LaterBytes {
  /** Why the bytes after the signed revision are not simply later revisions; empty when they are. */
  problems: Finding[];
  warnings: Finding[];
}

/** Opened prefixes of one file, kept because several signatures ask for the same ones. */
export class RevisionStore {
  /** For comparing the revisions with one another. */
  readonly references: ReferenceCache = new Map();
  private readonly opened = new Map<number, PdfDocument | null>();
  /** Fed by the pass that hashes the file, so that the file is not read a second time. */
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
   * Opens `[0, end)` as a PDF of its own: what the signer saw. Null unless it ends in `%%EOF` and can be read without what
   * was appended later.
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

  /** The revision that another one was appended to; null if no readable one exists. */
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
   * Accounts for every byte after a signed revision: they must fall into later revisions that the final /Prev chain
   * visits, each closed by `startxref … %%EOF` (ISO 32000-2, 7.5.6). Bytes that no section on the chain explains are how
   * an incremental-saving attack hides from readers that only follow the chain.
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

  /** An opened revision holds 13 bytes an object, so that a hostile file must not make many of large ones. */
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

  /** Whether programs that rebuild the file find other objects in a revision than its cross-reference data name. */
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

  /** The cross-reference sections after `end`, in the order of the file. */
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

/** Offset after `startxref … %%EOF` and its line end; null where something else stands between the section and its end. */
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

// A signature that covers the revision ends here too, so that both can share one opened prefix.
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
 * Whether a plain cross-reference section says something about objects that were written before `from`, or frees some. Where readers differ about what
 * the earlier sections say, that decides for one of the readings.
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
