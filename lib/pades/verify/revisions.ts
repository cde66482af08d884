import { prefixOf, type ByteSource } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { ReferenceCache } from "@/lib/pades/verify/difference/reachable";
import { unexplainedBytes, type StrayBytes } from "@/lib/pades/verify/account-bytes";
import type { Deadline } from "@/lib/pades/verify/deadline";
import { verifyLimits } from "@/lib/pades/verify/limits";
import { indexOf, isBlank } from "@/lib/pades/verify/scan-bytes";

const mostKeptObjects = 2_000_000;

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
    const [newest = 0, ...older] = revision.xrefSections.map((section) => section.offset);
    for (const section of older.filter((offset) => offset < newest).sort((a, b) => b - a)) {
      const end = endOfRevision(revision.source, section);
      if (end !== null && end <= newest) {
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
      const closed = section < offset ? null : endOfRevision(source, section);
      const later = closed === null ? null : this.open(closed);
      if (closed === null || later === null) {
        return refused("a later revision is not closed or cannot be read");
      }
      const stray = this.strayBytes(later, offset, section);
      if (stray === "revision") {
        return refused("a revision was appended that the cross-reference chain does not visit");
      }
      if (stray === "bytes") {
        warnings.push("a later revision holds bytes that belong to no object in use");
      }
      offset = closed;
    }
    return isBlank(source, offset) ? { problems: [], warnings } : refused("bytes were appended that belong to no revision");
  }

  private openWhole(end: number): PdfDocument | null {
    return end === this.document.source.size ? this.document : openPrefix(this.document.source, end);
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

  private strayBytes(later: PdfDocument, from: number, section: number): StrayBytes {
    const key = `${from}-${section}`;
    const stray = this.stray.get(key) ?? unexplainedBytes(later, { final: this.document, from, to: section, deadline: this.deadline });
    this.stray.set(key, stray);
    return stray;
  }

  /** Offsets of the cross-reference sections after `end`, in the order of the file. */
  private sectionsAfter(end: number): number[] {
    const offsets = this.document.xrefSections.map((section) => section.offset);
    return offsets.filter((offset) => offset >= end).sort((a, b) => a - b);
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

function openPrefix(source: ByteSource, end: number): PdfDocument | null {
  try {
    const revision = PdfDocument.open(prefixOf(source, end), verifyLimits);
    revision.catalog();
    return revision;
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

function endOfRevision(source: ByteSource, section: number): number | null {
  const start = indexOf(source, "startxref", section, source.size);
  const eof = start < 0 ? -1 : indexOf(source, "%%EOF", start, Math.min(start + 128, source.size));
  return eof < 0 ? null : afterLineEnd(source, eof + "%%EOF".length);
}

// Where a signature that covers the revision ends as well, so that one opened prefix serves both.
function afterLineEnd(source: ByteSource, offset: number): number {
  const next = source.read(offset, Math.min(2, source.size - offset)).toString("latin1");
  return offset + (/^(?:\r\n|\r|\n)/.exec(next)?.[0].length ?? 0);
}

function refused(problem: string): LaterBytes {
  return { problems: [problem], warnings: [] };
}
