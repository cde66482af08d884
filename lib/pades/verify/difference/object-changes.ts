import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import type { Deadline } from "@/lib/pades/verify/deadline";
import type { PdfDocument } from "@/lib/pdf/document";
import { equalObjects } from "./equal-values";
import { odditiesOf, sameOddities } from "./oddities";
import { referencesIn } from "./reachable";

/** Object numbers by how the object changed between a signed revision and the final file. */
export interface ObjectChanges {
  /** Present in both and not the same, or gone. */
  changed: Set<number>;
  /** Absent in the signed revision. */
  added: Set<number>;
  /** Present in both under different generations: strict readers find nothing where references name the old one. */
  renumbered: Set<number>;
  /** Rewritten, and one of the two spellings is read differently by programs that agree on the other. */
  unclear: Set<number>;
}

/**
 * Compares by object number. Objects at the same offset are the same bytes, because the signed revision is a prefix of the
 * file; only the others are read. Throws TimeUp.
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

// The same number and index in an object stream that was written anew is another place.
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

// Writers copy what they do not change, odd as it may be. Put right, it is another object for the programs that read it in their own way.
function isUnclear(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const was = before.entry(num);
  return !sameOddities(was && was.type !== "free" ? odditiesOf(before, num) : [], odditiesOf(after, num));
}

// The number of a compressed object's entry is its index, and its generation 0.
function generationOf(document: PdfDocument, num: number): number {
  const entry = document.entry(num);
  return entry?.type === "offset" ? entry.gen : 0;
}

// An object stream at the same place holds the same objects, unless its length or its filter is an object that was changed.
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
