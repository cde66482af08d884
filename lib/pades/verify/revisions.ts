import { startsObject, unexplainedBytes, type StrayBytes } from "@/lib/pades/verify/account-bytes";
import type { Deadline } from "@/lib/pades/verify/deadline";
import type { ReferenceCache } from "@/lib/pades/verify/difference/reachable";
import { isMisplaced, openMisplaced } from "@/lib/pades/verify/misplaced/open-misplaced";
import { isAmbiguous } from "@/lib/pades/verify/sections/is-ambiguous";
import { namesEarlierObjects } from "@/lib/pades/verify/sections/names-earlier-objects";
import { isRebuiltDifferently, writtenObjects, type WrittenObject } from "@/lib/pades/verify/sections/rebuilt-objects";
import { prefixOf, type ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { indexOf, isBlank } from "@/lib/pdf/scan-bytes";
import { contradictsItself } from "@/lib/pdf/xref/hybrid-sections";
import type { XrefSection } from "@/lib/pdf/xref/xref";

const mostKeptObjects = 2_000_000;
/** Several programs look for `startxref` in the last 1,024 bytes, and else read the file without its cross-reference data. */
const mostBlanks = 512;
/** With the white space that all programs skip there. */
const plainEnding = /^startxref[\t\n\r ]+\d+[\t\n\r ]+%%EOF/;
/** Bytes of one cross-reference section with its trailer. */
const largestSection = 64 * 1024 * 1024;

export interface LaterBytes {
  /** Why the bytes after the signed revision are not simply later revisions; empty when they are. */
  problems: string[];
  warnings: string[];
}

/** Opened prefixes of one file, kept because several signatures ask for the same ones. */
export class RevisionStore {
  /** For comparing the revisions with one another. */
  readonly references: ReferenceCache = new Map();
  private readonly opened = new Map<number, PdfDocument | null>();
  private written: readonly WrittenObject[] | null = null;
  private readonly stray = new Map<string, StrayBytes>();

  constructor(
    readonly document: PdfDocument,
    private readonly deadline: Deadline,
  ) {}

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

  /** The revision that another one was appended to; null where there is none that can be read. */
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
      return refused("the later revisions do not build on the signed one");
    }
    const warnings: string[] = [];
    let offset = revision.source.size;
    for (const section of this.sectionsAfter(offset)) {
      this.deadline.check();
      const closed = section.offset < offset ? null : endOfRevision(source, section);
      const later = closed === null ? null : this.open(closed);
      if (closed === null || later === null || later.xrefSections[0]?.offset !== section.offset) {
        return refused("a later revision is not closed or cannot be read");
      }
      if (contradictsItself(revision, later, section)) {
        return refused("a later revision's table and stream of cross-references contradict each other");
      }
      if (isAmbiguous(later, section, isMisplaced(later), this.deadline)) {
        return refused("a later revision's cross-reference data can be read in more than one way");
      }
      if (namesEarlierObjects(later, section, offset) && this.isAmbiguous(revision)) {
        return refused(
          "a later revision decides what is meant where the signed one's cross-reference data can be read in more than one way",
        );
      }
      const stray = this.strayBytes(later, offset, section.offset);
      if (stray === "revision") {
        return refused("a revision was appended that the cross-reference chain does not visit");
      }
      if (stray === "object") {
        return refused("a later revision holds an object that its cross-reference data do not name");
      }
      if (stray === "bytes") {
        warnings.push("a later revision holds bytes that belong to no object in use");
      }
      offset = closed;
    }
    if (!isBlank(source, offset)) {
      return refused("bytes were appended that belong to no revision");
    }
    return source.size - offset > mostBlanks
      ? refused("so much blank space was appended that programs do not find the end of the file")
      : { problems: [], warnings };
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
      if (oldest === end || weight() <= mostKeptObjects) {
        return;
      }
      this.opened.delete(oldest);
    }
  }

  /** Whether programs that rebuild the file find other objects in a revision than its cross-reference data name. */
  isRebuiltDifferently(revision: PdfDocument): boolean {
    this.written ??= writtenObjects(this.document.source, this.deadline);
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

// Where a signature that covers the revision ends as well, so that one opened prefix serves both.
function afterLineEnd(source: ByteSource, offset: number): number {
  const next = source.read(offset, Math.min(2, source.size - offset)).toString("latin1");
  return offset + (/^(?:\r\n|\r|\n)/.exec(next)?.[0].length ?? 0);
}

function refused(problem: string): LaterBytes {
  return { problems: [problem], warnings: [] };
}
