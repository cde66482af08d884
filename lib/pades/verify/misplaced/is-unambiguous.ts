import type { AppendedRevision } from "@/lib/pades/verify/misplaced/read-appended";
import type { ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";

/**
 * Whether every reader that has to rebuild the file comes to the same objects, whichever way it goes: by the order in which objects stand, or
 * by what a wrong offset happens to lead to. Each condition closes a way to show one document and have another one checked.
 */
export function isUnambiguous(
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

// Readers that look for `n g obj` … `endobj` must find the objects and nothing inside streams and strings.
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

// Compressed objects and cross-reference streams could say something that no scan of the bytes shows.
function holdsObjects({ value }: IndirectObject): boolean {
  const type = value.kind === "dict" ? value.entries.get("Type") : undefined;
  return type?.kind === "ref" || (type?.kind === "name" && (type.value === "ObjStm" || type.value === "XRef"));
}

/** The table lists exactly the objects that stand before it, once each, and frees none. */
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

// A reader that believes a wrong offset must find no object there, or it would show that one.
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

// Nobody who stops where the chain breaks sees a page, so that everybody has to rebuild.
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
