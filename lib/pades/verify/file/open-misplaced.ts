import { PdfDocument } from "@/lib/pdf/document";
import { prefixOf, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { readIndirectObject } from "@/lib/pdf/syntax/indirect-objects";
import { isSpace } from "@/lib/pdf/syntax/lexer";
import { DEFAULT_LIMITS } from "@/lib/pdf/syntax/limits";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import type { Xref, XrefSection } from "@/lib/pdf/xref/xref";
import { XrefEntries } from "@/lib/pdf/xref/xref-entries";
import { readXrefTable } from "@/lib/pdf/xref/xref-table";
import { verifyLimits } from "./deadline";

/** Limit of appended bytes; longer files are not corrected. */
const mostAppended = 8 * 1024 * 1024;
/** The number of revision ends to try, starting with the last. */
const mostTries = 32;
const eof = "%%EOF";

const misplaced = new WeakSet<PdfDocument>();

/** Whether the document was read by the order of its bytes because its own offsets are wrong. */
export function isMisplaced(document: PdfDocument): boolean {
  return misplaced.has(document);
}

/**
 * Opens a sound file to which revisions with wrong offsets were appended: some writers miscount, and readers rebuild
 * such a file from the order of its objects. It is read here only if all readers must arrive at the same result. Null
 * for everything else.
 */
export function openMisplaced(source: ByteSource): PdfDocument | null {
  try {
    const base = newestSoundPrefix(source);
    if (!base || base.isEncrypted) {
      return null;
    }
    const revisions = readAppended(source, base.source.size);
    const bytes = source.read(base.source.size, source.size - base.source.size);
    if (!revisions || revisions.length === 0 || !isUnambiguous(base, revisions, bytes, source)) {
      return null;
    }
    const document = PdfDocument.withXref(source, putRight(base, revisions), verifyLimits);
    misplaced.add(document);
    return document;
  } catch (error) {
    if (error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

function newestSoundPrefix(source: ByteSource): PdfDocument | null {
  const from = Math.max(0, source.size - mostAppended);
  const tail = source.read(from, source.size - from);
  let at = tail.lastIndexOf(eof);
  for (let tries = 0; at > 0 && tries < mostTries; tries += 1) {
    const document = tryOpen(source, afterLineEnd(tail, at + eof.length) + from);
    if (document) {
      return document;
    }
    at = tail.lastIndexOf(eof, at - 1);
  }
  return null;
}

function tryOpen(source: ByteSource, end: number): PdfDocument | null {
  try {
    const document = PdfDocument.open(prefixOf(source, end), verifyLimits);
    const catalog = document.catalog();
    return document.dict(catalog.value.entries.get("Pages"), catalog.bytes) ? document : null;
  } catch (error) {
    if (error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

function afterLineEnd(bytes: Buffer, at: number): number {
  return at + (/^(?:\r\n|\r|\n)/.exec(bytes.toString("latin1", at, at + 2))?.[0].length ?? 0);
}

function putRight(base: PdfDocument, revisions: readonly AppendedRevision[]): Xref {
  const entries = new XrefEntries(verifyLimits.objectNumber ?? base.limits.objectNumber);
  const newestFirst = [...revisions].reverse();
  for (const { num, gen, offset } of newestFirst.flatMap(({ objects }) => objects)) {
    entries.add(num, "offset", offset, gen);
  }
  for (let num = 0; num <= base.maxObjectNumber; num += 1) {
    const entry = base.entry(num);
    if (entry) {
      entries.add(num, entry.type, entry.offset, entry.gen);
    }
  }
  const appended: XrefSection[] = newestFirst.map(({ section }) => ({
    offset: section,
    named: section,
    kind: "table",
    hybridOffset: null,
  }));
  const trailer = newestFirst[0]?.trailer ?? base.trailer;
  return {
    entries,
    sections: [...appended, ...base.xrefSections],
    trailer,
    startXref: appended[0]?.offset ?? base.startXref,
  };
}

/**
 * Whether every reader that has to rebuild the file finds the same objects by any method: by the order of the objects,
 * or by the targets of wrong offsets. Each condition closes a way to show one document and have another one verified.
 */
function isUnambiguous(
  base: PdfDocument,
  revisions: readonly AppendedRevision[],
  bytes: Buffer,
  source: ByteSource,
): boolean {
  return (
    hasNothingHidden(revisions, bytes) &&
    revisions.every(
      (revision) => namesItsObjects(revision) && keepsTrailer(base, revision) && leadsNowhereElse(revision, source),
    ) &&
    leadsToNoOtherSection(base, revisions, source) &&
    leavesPagesToOthers(base, revisions)
  );
}

// Readers that search for `n g obj` … `endobj` must find the objects and nothing inside streams and strings.
function hasNothingHidden(revisions: readonly AppendedRevision[], bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const objects = revisions.reduce((sum, revision) => sum + revision.objects.length, 0);
  return (
    count(/obj/g) === 2 * objects &&
    [/trailer/g, /startxref/g, /%%EOF/g].every((pattern) => count(pattern) === revisions.length) &&
    !revisions.some(({ objects: list }) => list.some(holdsObjects))
  );
}

// Compressed objects and cross-reference streams could contain something that no scan of the bytes shows.
function holdsObjects({ value }: IndirectObject): boolean {
  const type = value.kind === "dict" ? value.entries.get("Type") : undefined;
  return type?.kind === "ref" || (type?.kind === "name" && (type.value === "ObjStm" || type.value === "XRef"));
}

/** Whether the table lists exactly the objects before it, once each, and frees none. */
function namesItsObjects({ objects, entries, freed }: AppendedRevision): boolean {
  const written = new Set(objects.map(({ num }) => num));
  const named: number[] = [];
  for (let num = 0; num <= entries.highest; num += 1) {
    if (entries.get(num)?.type === "offset") {
      named.push(num);
    }
  }
  const sameGenerations = objects.every(({ num, gen }) => entries.get(num)?.gen === gen);
  const isComplete =
    written.size === objects.length && named.length === objects.length && named.every((num) => written.has(num));
  return isComplete && sameGenerations && freed.every((num) => num === 0);
}

function keepsTrailer(base: PdfDocument, { trailer }: AppendedRevision): boolean {
  const root = trailer.value.entries.get("Root");
  const { entries } = trailer.value;
  const hasOthers = ["Encrypt", "XRefStm"].some((key) => entries.has(key));
  return root?.kind === "ref" && root.num === base.catalog().num && trailer.value.duplicates.length === 0 && !hasOthers;
}

// A reader that follows a wrong offset must not find an object there, because it would show that one.
function leadsNowhereElse({ objects, entries }: AppendedRevision, source: ByteSource): boolean {
  return objects.every(({ num, offset }) => {
    const written = entries.get(num)?.offset ?? 0;
    return written === offset || !startsSomething(source, written);
  });
}

function leadsToNoOtherSection(base: PdfDocument, revisions: readonly AppendedRevision[], source: ByteSource): boolean {
  let before = base.startXref;
  for (const { section, startXref, trailer } of revisions) {
    const prev = trailer.value.entries.get("Prev");
    const previous = prev?.kind === "number" ? prev.value : 0;
    const isRight = (written: number, wanted: number): boolean =>
      written === wanted || !startsSomething(source, written);
    if (!isRight(startXref, section) || !isRight(previous, before)) {
      return false;
    }
    before = section;
  }
  return true;
}

// Whether readers that stop at the break in the chain see no page, so that every reader has to rebuild.
function leavesPagesToOthers(base: PdfDocument, revisions: readonly AppendedRevision[]): boolean {
  const pages = base.catalog().value.entries.get("Pages");
  return pages?.kind === "ref" && !revisions.some(({ objects }) => objects.some(({ num }) => num === pages.num));
}

function startsSomething(source: ByteSource, offset: number): boolean {
  if (!Number.isSafeInteger(offset) || offset <= 0 || offset >= source.size) {
    return false;
  }
  return /^[\s\0]*(?:%|xref|\d+[\s\0]+\d+[\s\0]+(?:%|obj))/.test(source.read(offset, 64).toString("latin1"));
}

/** One revision as written, before any offset in its table is used. */
interface AppendedRevision {
  objects: IndirectObject[];
  /** The offset of the keyword `xref`. */
  section: number;
  entries: XrefEntries;
  freed: readonly number[];
  trailer: Located<PdfDict>;
  /** The number after `startxref`. */
  startXref: number;
}

/** The bytes violate the grammar of ISO 32000-2, 7.5.6, and therefore have no single interpretation. */
class NotPlain extends Error {}

const limits = { ...DEFAULT_LIMITS, ...verifyLimits };
const headWindow = 64;

/**
 * Reads `[from, size)` as consecutive plain revisions: objects, a table, a trailer, `startxref` and `%%EOF`, with
 * only white space between them. Null for anything else. Throws PdfError for an object that cannot be read.
 */
function readAppended(source: ByteSource, from: number): AppendedRevision[] | null {
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
