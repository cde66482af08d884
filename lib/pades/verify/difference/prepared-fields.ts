import { hasOwnLayout } from "@/lib/pades/sign-revision";
import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { formFieldsOf } from "@/lib/pades/verify/file/read-once";
import type { RevisionStore } from "@/lib/pades/verify/file/revisions";
import { findSignatures, type FilledSignature } from "@/lib/pades/verify/file/signature-fields";
import type { ReadSignature } from "@/lib/pades/verify/trust/read-signature";
import type { PdfDocument } from "@/lib/pdf/document";
import { isEmptyField } from "@/lib/pdf/fields/find-fields";
import { certificationFieldName, fileOfField, signerOfInputField } from "@/lib/pdf/fields/prepared-field";
import { certificationOf, type FieldLock } from "@/lib/pdf/permissions";

/**
 * A field that Paraph prepared for a signer, besides the signature, may be filled in only by the revision that this
 * signer signs: certification with P=2 and read-only flags would let anyone fill in the fields of a signer who has
 * not signed. The lock applies to such a field if its signer did not sign, or if it was filled in before they did.
 */
export function unsignedFieldLock(store: RevisionStore, reads: readonly ReadSignature[]): FieldLock {
  const bySigner = new Map(
    reads
      .filter(({ signature }) => !signature.isTimestamp && !signature.isFormer)
      .map((read) => [read.signature.field, read]),
  );
  const early = new Map<ReadSignature, ReadonlySet<string>>();
  return (name) => {
    const signer = signerOfInputField(name);
    const read = signer === null ? undefined : bySigner.get(signer);
    if (signer === null || read === undefined) {
      return signer !== null;
    }
    const filled = early.get(read) ?? filledBefore(store, read);
    early.set(read, filled);
    return filled.has(name);
  };
}

/** Names of the fields that had content when a signature's revision was appended. */
function filledBefore(store: RevisionStore, { range }: ReadSignature): ReadonlySet<string> {
  const signed = range && store.open(range.end);
  const previous = signed && store.openBefore(signed);
  const filled = previous
    ? formFieldsOf(previous).filter(({ object }) => !orWhenUnreadable(() => isEmptyField(previous, object), false))
    : [];
  return new Set(filled.map((field) => field.name));
}

/** The uuid of a prepared field's file, if Paraph certified that file in this revision. */
export function certifiedFile(revision: PdfDocument, field: string): string | null {
  const file = fileOfField(field);
  const certification = file === null ? null : writtenHere(revision, certificationFieldName(file));
  return certification && certificationOf(revision, certification.dictionary) !== null ? file : null;
}

/**
 * The preparation that the signer of a field agreed to: the uuid of its file, if Paraph certified the file and wrote
 * this signature. In any other file, field names prove nothing.
 */
export function preparedFile(revision: PdfDocument, field: string): string | null {
  return isSignedHere(revision, field) ? certifiedFile(revision, field) : null;
}

/** Whether Paraph wrote the signature in a field. */
export function isSignedHere(revision: PdfDocument, field: string): boolean {
  return writtenHere(revision, field) !== null;
}

/**
 * The signature that Paraph wrote in a field. Null if two fields have this name, because a stranger may have signed
 * the other one.
 */
function writtenHere(revision: PdfDocument, field: string): FilledSignature | null {
  const [first, ...others] = formFieldsOf(revision).filter(({ name }) => name === field);
  const found = findSignatures(revision).find((signature) => signature.field === field);
  return first && others.length === 0 && found && hasOwnLayout(found.dictionary) ? found : null;
}
