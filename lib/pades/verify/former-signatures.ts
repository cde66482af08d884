import type { PdfDocument } from "@/lib/pdf/document";
import { orWhenUnreadable } from "./account-bytes";
import { TimeUp } from "./deadline";
import { checkByteRange, type ReadSignature } from "./read-signature";
import type { RevisionStore } from "./revisions";
import { findSignatures, type FilledSignature } from "./signature-fields";

/**
 * Signatures that are in an earlier revision but not in the final file: a later revision emptied their field, pointed
 * it elsewhere, or rewrote the signature object with another reason or time. They are reported in their signed form,
 * because otherwise the file would look unsigned.
 */
export function formerSignatures(store: RevisionStore, current: readonly ReadSignature[]): FilledSignature[] {
  const { document } = store;
  const known = new Set(
    current
      .filter(({ findings }) => findings.invalid.length === 0)
      .map(({ signature }) => placeOf(document, signature)),
  );
  const found: FilledSignature[] = [];
  for (const revision of earlierRevisions(store)) {
    const signatures = orWhenUnreadable(() => findSignatures(revision), []);
    // These were cleared before any of the present signatures was made, so their signers saw the file without them.
    if (signatures.length === 0 && current.length > 0) {
      break;
    }
    for (const signature of signatures) {
      const place = placeOf(revision, signature);
      if (!known.has(place) && isWellFormed(revision, signature)) {
        known.add(place);
        found.push({ ...signature, isFormer: true });
      }
    }
  }
  return found;
}

/** Newest first. When the time is up, no part of the file turns green anyway. */
function* earlierRevisions(store: RevisionStore): Generator<PdfDocument> {
  try {
    for (let revision = store.openBefore(store.document); revision; revision = store.openBefore(revision)) {
      yield revision;
    }
  } catch (error) {
    if (!(error instanceof TimeUp)) {
      throw error;
    }
  }
}

// A signature is identified by the place of its object in the file, whichever revision leads to it.
function placeOf(document: PdfDocument, { objectNum, field }: FilledSignature): string {
  const entry = objectNum === null ? null : document.entry(objectNum);
  return entry?.type === "offset" ? String(entry.offset) : `${field} in ${objectNum}`;
}

function isWellFormed(revision: PdfDocument, signature: FilledSignature): boolean {
  return orWhenUnreadable(() => {
    const { range, problems } = checkByteRange(revision, signature);
    return range !== null && problems.length === 0;
  }, false);
}
