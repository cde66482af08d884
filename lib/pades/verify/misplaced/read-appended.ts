import { verifyLimits } from "@/lib/pades/verify/limits";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { DEFAULT_LIMITS } from "@/lib/pdf/limits";
import { readIndirectObject } from "@/lib/pdf/syntax/indirect-object";
import { isSpace } from "@/lib/pdf/syntax/lexer";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { XrefEntries } from "@/lib/pdf/xref/xref-entries";
import { readXrefTable } from "@/lib/pdf/xref/xref-table";

/** One revision as it stands in the file: what its table says about places has not been believed. */
export interface AppendedRevision {
  objects: IndirectObject[];
  /** Where the word `xref` stands. */
  section: number;
  entries: XrefEntries;
  freed: readonly number[];
  trailer: Located<PdfDict>;
  /** What follows `startxref`. */
  startXref: number;
}

/** The grammar of ISO 32000-2, 7.5.6 was left: such bytes have no single reading. */
class NotPlain extends Error {}

const limits = { ...DEFAULT_LIMITS, ...verifyLimits };
const headWindow = 64;

/**
 * Reads `[from, size)` as plain revisions one after the other: objects, a table, a trailer, `startxref` and `%%EOF`, white space between them and
 * nothing else. Null when the bytes are anything else. Throws PdfError for an object that cannot be read.
 */
export function readAppended(source: ByteSource, from: number): AppendedRevision[] | null {
  const revisions: AppendedRevision[] = [];
  try {
    for (let offset = skipSpace(source, from); offset < source.size;) {
      const { revision, end } = readRevision(source, offset);
      revisions.push(revision);
      offset = skipSpace(source, end);
    }
  } catch (error) {
    if (error instanceof NotPlain) {
      return null;
    }
    throw error;
  }
  return revisions;
}

function readRevision(source: ByteSource, from: number): { revision: AppendedRevision; end: number } {
  const objects: IndirectObject[] = [];
  let offset = from;
  while (!/^xref\b/.test(textAt(source, offset))) {
    const object = readIndirectObject(source, offset, limits);
    objects.push(object);
    offset = skipSpace(source, endOfObject(source, object));
  }
  const section = offset;
  const entries = new XrefEntries(limits.objectNumber);
  const { freed, trailer } = readXrefTable(source, section, entries, limits);
  const { startXref, end } = readEnding(source, section + trailer.value.end);
  return { revision: { objects, section, entries, freed, trailer, startXref }, end };
}

function endOfObject(source: ByteSource, object: IndirectObject): number {
  if (object.streamStart < 0) {
    return expect(source, object.offset + object.value.end, /^\s*endobj\b/).end;
  }
  const length = object.value.kind === "dict" ? object.value.entries.get("Length") : undefined;
  if (length?.kind !== "number" || !Number.isSafeInteger(length.value) || length.value < 0) {
    throw new NotPlain();
  }
  return expect(source, object.streamStart + length.value, /^\s*endstream\s+endobj\b/).end;
}

function readEnding(source: ByteSource, from: number): { startXref: number; end: number } {
  const { match, end } = expect(source, from, /^\s*startxref\s+(\d{1,15})\s+%%EOF/);
  return { startXref: Number(match[1]), end };
}

function expect(source: ByteSource, offset: number, pattern: RegExp): { match: RegExpExecArray; end: number } {
  const match = pattern.exec(textAt(source, offset));
  if (!match) {
    throw new NotPlain();
  }
  return { match, end: offset + match[0].length };
}

function textAt(source: ByteSource, offset: number): string {
  return offset < source.size ? source.read(offset, headWindow).toString("latin1") : "";
}

function skipSpace(source: ByteSource, from: number): number {
  for (let offset = from; offset < source.size; offset += headWindow) {
    const used = source.read(offset, headWindow).findIndex((byte) => !isSpace(byte));
    if (used >= 0) {
      return offset + used;
    }
  }
  return source.size;
}
