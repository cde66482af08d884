import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import { fileOfField } from "@/lib/pdf/fields/prepared-field";
import { isSignedHere } from "./difference/prepared-fields";
import { shownPlaces } from "./difference/shown-places";
import { orNothing, orWhenUnreadable } from "./file/account-bytes";
import { TimeUp } from "./file/deadline";
import { formFieldsOf } from "./file/read-once";
import type { RevisionStore } from "./file/revisions";
import { findSignatures, type FilledSignature } from "./file/signature-fields";
import { witnessesAmong, type Notice, type SignatureRecord } from "./report/report";
import { checkByteRange, type ReadSignature } from "./trust/read-signature";

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

export type LaterSignature = Extract<Notice, { code: "later_signature_shown" }>;

/**
 * A notice for each visible signature that an earlier signer did not see, in a field that was added later or was
 * still empty. Its appearance is unrestricted, so it can cover anything that they saw, but no standard treats that as
 * a modification. `strange` are the prepared fields signed under an authority that nothing in the file links to the
 * certification's.
 */
export function laterSignatures(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  strange: ReadonlySet<string>,
): LaterSignature[] {
  const { document } = store;
  if (document.isEncrypted) {
    return [];
  }
  return orNothing(() =>
    findLater(store, records, strange).flatMap(({ field, unseenBy }) => noticesOf(document, field, records, unseenBy)),
  );
}

interface LaterField {
  field: FormField;
  unseenBy: string[];
}

/** The signature fields that a signer saw, and those of them that were signed. */
interface Seen {
  field: string;
  names: ReadonlySet<string>;
  signed: ReadonlySet<string>;
  /** The file that Paraph prepared and in which it wrote this signature, or null for a signature made elsewhere. */
  file: string | null;
}

function findLater(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  strange: ReadonlySet<string>,
): LaterField[] {
  const seen = witnessesAmong(records).flatMap((record) => seenBy(store, record) ?? []);
  const isSigned = new Set(records.map(({ field }) => field));
  return formFieldsOf(store.document)
    .filter(({ type }) => type === "Sig")
    .flatMap((field) => {
      const unseenBy = seen
        .filter((one) => !one.names.has(field.name) || (isSigned.has(field.name) && wasEmpty(one, field.name, strange)))
        .map((one) => one.field);
      return unseenBy.length > 0 ? [{ field, unseenBy }] : [];
    });
}

// The fields of one preparation belong together: its signers agreed to sign in them, and no one else can (decision 37).
function wasEmpty({ file, signed }: Seen, name: string, strange: ReadonlySet<string>): boolean {
  return !signed.has(name) && (strange.has(name) || file === null || fileOfField(name) !== file);
}

/** Null if a signer's revision cannot be opened. */
function seenBy(store: RevisionStore, { field, signedRevision }: SignatureRecord): Seen | null {
  const revision = signedRevision && store.open(signedRevision.end);
  const fields = revision ? orWhenUnreadable(() => formFieldsOf(revision), null) : null;
  if (!revision || !fields) {
    return null;
  }
  const signed = new Set(orWhenUnreadable(() => findSignatures(revision), []).map((signature) => signature.field));
  const file = orWhenUnreadable(() => isSignedHere(revision, field), false) ? fileOfField(field) : null;
  return { field, names: new Set(fields.filter(({ type }) => type === "Sig").map(({ name }) => name)), signed, file };
}

function noticesOf(
  document: PdfDocument,
  field: FormField,
  records: readonly SignatureRecord[],
  unseenBy: string[],
): LaterSignature[] {
  const signer = records.find((record) => record.field === field.name)?.signer?.subject ?? null;
  return shownPlaces(document, field).map((place) => ({
    code: "later_signature_shown",
    field: field.name,
    signer,
    ...place,
    unseenBy,
  }));
}
