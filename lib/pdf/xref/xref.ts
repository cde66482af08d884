import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { isSpace } from "@/lib/pdf/syntax/lexer";
import type { PdfLimits } from "@/lib/pdf/syntax/limits";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { XrefEntries } from "./xref-entries";
import { readXrefStream } from "./xref-stream";
import { readXrefTable, type KnownTables, type XrefTable } from "./xref-table";

export type XrefKind = "table" | "stream";

export interface XrefSection {
  /** Absolute offset of the keyword `xref`, or of the stream object. */
  offset: number;
  /** The offset given by `startxref` or /Prev: either `offset` or the start of white space before it. */
  named: number;
  kind: XrefKind;
  /** Offset of the stream that a hybrid table names in /XRefStm, otherwise null. */
  hybridOffset: number | null;
}

export interface Xref {
  entries: XrefEntries;
  /** Newest first, in the order of /Prev. */
  sections: XrefSection[];
  /** The newest section's trailer. */
  trailer: Located<PdfDict>;
  startXref: number;
  /** /Prev leads back to a section that was read before. */
  endsInLoop?: boolean;
}

/** The part of the file in which readers search for `startxref`. Some files have garbage after %%EOF. */
const TAIL_BYTES = 2048;

/**
 * Reads the whole /Prev chain (ISO 32000-2, 7.5.6), newest first. `known`: tables read by other revisions of the
 * file.
 */
export function readXref(source: ByteSource, limits: PdfLimits, known: KnownTables): Xref {
  const startXref = findStartXref(source);
  const entries = new XrefEntries(limits.objectNumber);
  const sections: XrefSection[] = [];
  const seen = new Set<number>();
  let trailer: Located<PdfDict> | null = null;
  let next: number | null = startXref;
  // Some genuine signed files repeat an offset in /Prev. The walk stops there instead of refusing the file.
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    if (seen.size > limits.xrefSections) {
      throw new PdfError("too_large", "too many cross-reference sections");
    }
    const read: ReturnType<typeof readSection> = readSection(source, next, { entries, limits, known });
    sections.push(read.section);
    trailer ??= read.trailer;
    next = previousOffset(read.trailer.value.entries.get("Prev"));
  }
  if (trailer === null) {
    throw new PdfError("damaged", "no cross-reference section");
  }
  return { entries, sections, trailer, startXref, endsInLoop: next !== null };
}

function findStartXref(source: ByteSource): number {
  const length = Math.min(source.size, TAIL_BYTES);
  const tail = source.read(source.size - length, length);
  const at = tail.lastIndexOf("startxref");
  const written = at < 0 ? null : /^startxref\s+(\d{1,15})/.exec(tail.toString("latin1", at));
  if (written?.[1] === undefined) {
    throw new PdfError("damaged", "no startxref");
  }
  return Number(written[1]);
}

function previousOffset(prev: PdfValue | undefined): number | null {
  if (prev === undefined || prev.kind === "null") {
    return null;
  }
  if (prev.kind !== "number") {
    throw new PdfError("damaged", "/Prev is not a number");
  }
  return prev.value;
}

interface Reading {
  entries: XrefEntries;
  limits: PdfLimits;
  known: KnownTables;
}

function readSection(
  source: ByteSource,
  offset: number,
  { entries, limits, known }: Reading,
): { section: XrefSection; trailer: Located<PdfDict> } {
  if (!(offset > 0 && offset < source.size)) {
    throw new PdfError("damaged", `a cross-reference section at ${offset}`);
  }
  const start = offset + leadingSpaces(source.read(offset, 64));
  if (source.read(Math.min(start, source.size), 4).toString("latin1") !== "xref") {
    const trailer = readXrefStream(source, start, entries, limits);
    return { section: { offset: start, named: offset, kind: "stream", hybridOffset: null }, trailer };
  }
  const table = readXrefTable(source, start, entries, limits, known);
  const hybridOffset = addTable(source, table, entries, limits);
  return { section: { offset: start, named: offset, kind: "table", hybridOffset }, trailer: table.trailer };
}

/**
 * In a hybrid file, objects that old readers must not see are free in the table and in use in the stream (7.5.8.4),
 * so the table's free entries are added last.
 */
function addTable(source: ByteSource, table: XrefTable, entries: XrefEntries, limits: PdfLimits): number | null {
  const hybrid = table.trailer.value.entries.get("XRefStm");
  const hybridOffset = hybrid?.kind === "number" ? hybrid.value : null;
  if (hybridOffset !== null) {
    readXrefStream(source, hybridOffset, entries, limits);
  }
  for (const num of table.freed) {
    entries.add(num, "free", 0, 0);
  }
  return hybridOffset;
}

function leadingSpaces(bytes: Buffer): number {
  let count = 0;
  while (isSpace(bytes[count])) {
    count += 1;
  }
  return count;
}
