import { verifyLimits } from "@/lib/pades/verify/limits";
import { isUnambiguous } from "@/lib/pades/verify/misplaced/is-unambiguous";
import { readAppended, type AppendedRevision } from "@/lib/pades/verify/misplaced/read-appended";
import { prefixOf, type ByteSource } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { Xref, XrefSection } from "@/lib/pdf/xref/xref";
import { XrefEntries } from "@/lib/pdf/xref/xref-entries";

/** Appended bytes beyond which nothing is put right. */
const mostAppended = 8 * 1024 * 1024;
/** Ends of revisions that are tried, from the last one back. */
const mostTries = 32;
const eof = "%%EOF";

const misplaced = new WeakSet<PdfDocument>();

/** Whether the document was read by the order of its bytes, because its own offsets lead nowhere. */
export function isMisplaced(document: PdfDocument): boolean {
  return misplaced.has(document);
}

/**
 * Opens a sound file to which revisions were appended that say wrong offsets: some writers lose count, and readers rebuild such a file from the order in
 * which its objects stand. Only where all of them must come to the same result is it read here too; null for everything else.
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
