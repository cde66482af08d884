import { differenceSince } from "@/lib/pades/verify/difference/difference";
import type { TimestampCheck } from "@/lib/pades/verify/difference/review";
import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import { fieldLockOf, permissionOf, type CertificationLevel, type FieldLock } from "@/lib/pdf/permissions";
import { beginsBehindFirstObject, isLinearized } from "@/lib/pdf/strict/find-ambiguities";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { preparedFile } from "./difference/prepared-fields";
import { isRebuiltForMissingObject } from "./file/ambiguous-revision";
import { TimeUp, type Deadline } from "./file/deadline";
import { formFieldsOf } from "./file/read-once";
import type { RevisionStore } from "./file/revisions";
import { fieldObjects } from "./file/signature-fields";
import { finding, type Finding } from "./report/findings";
import type { Coverage, FoundChanges } from "./report/report";
import type { ReadSignature } from "./trust/read-signature";

export interface CheckedChanges {
  coverage: Coverage;
  changes: FoundChanges;
  warnings: Finding[];
}

const unchanged: FoundChanges = { level: "none", findings: [] };

/** Inputs shared by all comparisons of one file. */
export interface ChangeContext {
  store: RevisionStore;
  /** Fields that must not change for a reason other than a signature's own lock. */
  alsoLocked: FieldLock;
  isVerifiedTimestamp: TimestampCheck;
  deadline: Deadline;
}

/** The structural half of a record: the signature's coverage and all later changes. Adds problems to its findings. */
export function checkChanges(context: ChangeContext, read: ReadSignature): CheckedChanges {
  const { range, findings } = read;
  if (!range || findings.invalid.length > 0) {
    return covered("unclear");
  }
  try {
    return checkCovered(context, read, range.end);
  } catch (error) {
    if (error instanceof TimeUp) {
      findings.unsupported.push(finding("out_of_time"));
    } else if (error instanceof PdfError) {
      findings.unsupported.push(finding("changes_unreadable", { detail: error.detail }));
    } else {
      throw error;
    }
    return covered("revision");
  }
}

function covered(coverage: Coverage, more: Partial<CheckedChanges> = {}): CheckedChanges {
  return { coverage, changes: unchanged, warnings: [], ...more };
}

function checkCovered(context: ChangeContext, read: ReadSignature, end: number): CheckedChanges {
  const { store, deadline } = context;
  deadline.check();
  const { document } = store;
  const revision = store.open(end);
  if (!revision) {
    read.findings.modified.push(finding("signed_range_not_document"));
    return covered("contiguous");
  }
  if (!isReachedBy(revision, document, read)) {
    read.findings.invalid.push(finding("revision_not_leading_here"));
    return covered("unclear");
  }
  if ([document, revision, store.openBefore(revision)].some((state) => state && isLinearizedElsewhere(state))) {
    read.findings.modified.push(finding("linearized_elsewhere"));
  }
  if (revision === document) {
    return covered("whole_file");
  }
  const later = store.checkLaterBytes(revision);
  if (later.problems.length > 0) {
    read.findings.modified.push(...later.problems);
    return covered("revision", { changes: { level: "not_permitted", findings: later.problems } });
  }
  if (revision.startXref === document.startXref) {
    return covered("revision", { warnings: later.warnings });
  }
  // A table that follows cross-reference streams is enough to cause it, even without a new reference.
  const isRebuiltNow = isRebuiltForMissingObject(document, deadline) && !isRebuiltForMissingObject(revision, deadline);
  if (isRebuiltNow || store.isRebuiltDifferently(revision)) {
    read.findings.modified.push(finding("rebuilt_differently"));
  }
  if (document.isEncrypted) {
    read.findings.unsupported.push(finding("changes_encrypted"));
    return covered("revision", { warnings: later.warnings });
  }
  const changes = compare(context, revision, read);
  if (changes.level === "not_permitted") {
    read.findings.modified.push(...changes.findings.slice(0, 1));
  }
  return covered("revision", { changes, warnings: later.warnings });
}

function compare(
  { store, alsoLocked, isVerifiedTimestamp, deadline }: ChangeContext,
  revision: PdfDocument,
  read: ReadSignature,
): FoundChanges {
  const { document, references } = store;
  const { dictionary } = read.signature;
  const objects = fieldObjects(revision, read.signature);
  const locks = [...objects.map((object) => fieldLockOf(revision, dictionary, object)), alsoLocked];
  const isLocked: FieldLock = (name) => locks.some((lock) => lock(name));
  const permission = strictest(objects.map((object) => permissionOf(revision, dictionary, object)));
  const preparation = preparedFile(revision, read.signature.field);
  return differenceSince(
    { revision, isLocked, permission, isVerifiedTimestamp, preparation, references },
    document,
    deadline,
  );
}

// The form of the signed revision must lead to the same object at the same offset.
function isReachedBy(revision: PdfDocument, document: PdfDocument, read: ReadSignature): boolean {
  const num = read.signature.objectNum;
  const was = num === null ? null : revision.entry(num);
  const is = num === null ? null : document.entry(num);
  const isSameObject = is?.type === "offset" && was?.type === "offset" && was.offset === is.offset;
  if (num === null || was?.type !== "offset" || !(isSameObject || read.signature.isFormer)) {
    return false;
  }
  return formFieldsOf(revision).some(
    (field) => field.type === "Sig" && isSameField(field, document, read) && leadsTo(field, revision, num),
  );
}

// A signature must not be shown a second time in another field. In an encrypted file, names cannot be compared.
function isSameField(field: FormField, document: PdfDocument, { signature }: ReadSignature): boolean {
  return field.object.num === signature.fieldNum && (document.isEncrypted || field.name === signature.field);
}

function leadsTo(field: FormField, revision: PdfDocument, num: number): boolean {
  if (field.value?.kind !== "ref") {
    return field.value?.kind === "dict" && field.object.num === num;
  }
  return field.value.num === num || revision.locate(field.value, field.valueBytes)?.num === num;
}

/** The lowest of several levels, or null if none limits anything. */
function strictest(levels: readonly (CertificationLevel | null)[]): CertificationLevel | null {
  const [lowest = null] = levels.filter((level) => level !== null).sort();
  return lowest;
}

/**
 * Whether programs that use a linearization dictionary (ISO 32000-2, annex F) start with another section than
 * `startxref` does. They use it if its /L is the file size, which grows with every revision: at another size, the
 * same bytes are another document.
 */
function isLinearizedElsewhere({ source, startXref }: PdfDocument): boolean {
  return isLinearized(source) && !beginsBehindFirstObject(source, startXref);
}
