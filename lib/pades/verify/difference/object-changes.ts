import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import type { Deadline } from "@/lib/pades/verify/file/deadline";
import { referencesIn } from "@/lib/pades/verify/file/reachable";
import type { PdfDocument } from "@/lib/pdf/document";
import { equalObjects } from "./equal-values";
import { odditiesOf, sameOddities } from "./oddities";

/** Object numbers by the kind of change between a signed revision and the final file. */
export interface ObjectChanges {
  /** Present in both but different, or removed. */
  changed: Set<number>;
  /** Absent in the signed revision. */
  added: Set<number>;
  /** Present in both with different generations: strict readers find nothing where references use the old one. */
  renumbered: Set<number>;
  /** Rewritten such that programs that agree on one spelling differ on the other. */
  unclear: Set<number>;
}

/**
 * Compares by object number. Objects at the same offset have the same bytes, because the signed revision is a prefix
 * of the file, so only the others are read. Throws TimeUp.
 */
export function compareObjects(before: PdfDocument, after: PdfDocument, deadline: Deadline): ObjectChanges {
  const changes: ObjectChanges = { changed: new Set(), added: new Set(), renumbered: new Set(), unclear: new Set() };
  const highest = Math.max(before.maxObjectNumber, after.maxObjectNumber);
  for (let num = 1; num <= highest; num += 1) {
    deadline.tick();
    if (isAtSamePlace(before, after, num)) {
      continue;
    }
    const was = isPresent(before, num);
    const is = isPresent(after, num);
    if (!was && is) {
      changes.added.add(num);
    } else if (was && is && generationOf(before, num) !== generationOf(after, num)) {
      changes.renumbered.add(num);
    } else if (was && (!is || !isSame(before, after, num, deadline))) {
      changes.changed.add(num);
    }
    if (is && isUnclear(before, after, num)) {
      changes.unclear.add(num);
    }
  }
  return changes;
}

function isPresent(document: PdfDocument, num: number): boolean {
  const entry = document.entry(num);
  return entry !== null && entry.type !== "free";
}

// The same number and index in a rewritten object stream is a different place.
function isAtSamePlace(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const [was, is] = [before.entry(num), after.entry(num)];
  return (
    was !== null &&
    is !== null &&
    was.type === is.type &&
    was.offset === is.offset &&
    was.gen === is.gen &&
    (was.type !== "compressed" || isSameStream(before, after, was.offset))
  );
}

function isSame(before: PdfDocument, after: PdfDocument, num: number, deadline: Deadline): boolean {
  return orWhenUnreadable(() => {
    const [old, now] = [before.load(num), after.load(num)];
    return old === null ? now === null : now !== null && equalObjects(before, old, after, now, deadline);
  }, false);
}

// Writers copy unchanged objects with their oddities. A corrected object is another object for programs that
// interpret an oddity in their own way.
function isUnclear(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const was = before.entry(num);
  return !sameOddities(was && was.type !== "free" ? odditiesOf(before, num) : [], odditiesOf(after, num));
}

// For a compressed object, the entry's number is an index, and its generation is 0.
function generationOf(document: PdfDocument, num: number): number {
  const entry = document.entry(num);
  return entry?.type === "offset" ? entry.gen : 0;
}

// An object stream at the same offset contains the same objects, unless its length or its filter is an object that
// changed.
function isSameStream(before: PdfDocument, after: PdfDocument, stream: number): boolean {
  const [was, is] = [before.entry(stream), after.entry(stream)];
  return was?.type === "offset" && is?.type === "offset" && was.offset === is.offset && standsAlone(before, stream);
}

function standsAlone(document: PdfDocument, stream: number): boolean {
  return orWhenUnreadable(() => {
    const dict = document.load(stream)?.value;
    return (
      dict?.kind === "dict" &&
      [...dict.entries].every(([key, value]) => key === "Extends" || referencesIn(value).length === 0)
    );
  }, false);
}
