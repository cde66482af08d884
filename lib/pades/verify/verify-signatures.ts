import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import type { TimestampCheck } from "@/lib/pades/verify/difference/review";
import { PassingObjects } from "@/lib/pades/verify/file/reachable";
import { assessSignatures } from "@/lib/pades/verify/trust/assess-signatures";
import { signerPathOf } from "@/lib/pades/verify/trust/assess-timestamps";
import type { CertificatePath } from "@/lib/pades/verify/trust/build-path";
import {
  addSignature,
  gatherMaterial,
  type TrustAnchors,
  type TrustMaterial,
} from "@/lib/pades/verify/trust/gather-material";
import type { PdfDocument } from "@/lib/pdf/document";
import { certificationOf, type FieldLock } from "@/lib/pdf/permissions";
import { indexOf } from "@/lib/pdf/syntax/byte-source";
import { changedBoxes, changedFields } from "./changed-fields";
import { checkChanges, type ChangeContext } from "./check-changes";
import { hashRanges, type OnPass, type RangeRequest } from "./cms/hash-ranges";
import { coveredContent, filledContent } from "./covered-content";
import { foreignFieldLock, refuseForeignKeys, type InstanceSignature } from "./difference/instance-fields";
import { unsignedFieldLock } from "./difference/prepared-fields";
import { orWhenUnreadable } from "./file/account-bytes";
import type { Deadline } from "./file/deadline";
import { formFieldsOf } from "./file/read-once";
import { RevisionStore } from "./file/revisions";
import { reasonOf, type FilledSignature } from "./file/signature-fields";
import { formerSignatures, laterSignatures } from "./former-and-later-signatures";
import { claimedTime, toRecord } from "./record";
import { finding, type Finding } from "./report/findings";
import { noFindings, type Notice, type SignatureRecord } from "./report/report";
import { checkSignature, type CheckedSignature } from "./trust/check-signature";
import { readSignature, type ReadSignature } from "./trust/read-signature";

/** Limit for bytes hashed again beyond one pass over the file. Only files made to waste time need more. */
const mostExtraBytes = 256 * 1024 * 1024;

/** Used instead of a digest algorithm when only the whole revision is to be hashed. */
const noDigest = "";

interface Checked {
  read: ReadSignature;
  checked: CheckedSignature;
  claimedAt: Date | null;
}

interface Placed extends Checked {
  path: CertificatePath | null;
  instance: InstanceSignature;
}

interface VerificationTask {
  anchors: TrustAnchors;
  deadline: Deadline;
  now: Date;
}

export interface SignaturesOutcome {
  /** SHA-256 of the whole file, from the same pass that hashed the signed ranges. */
  fileDigest: Buffer;
  records: SignatureRecord[];
  warnings: Finding[];
  notices: Notice[];
}

/**
 * Checks all signatures of a document: hashes once, then checks cryptography, the changes since each signature, and
 * trust.
 */
export function verifySignatures(
  document: PdfDocument,
  signatures: readonly FilledSignature[],
  { anchors, deadline, now }: VerificationTask,
): SignaturesOutcome {
  const store = new RevisionStore(document, deadline);
  const reads = readSignatures(store, signatures, deadline);
  const hashed = hashAll(store, reads, deadline);
  const checked = reads.map((read) => checkOne(document, read, hashed.digests.get(read) ?? null, deadline));
  const material = gatherMaterial(
    document,
    reads.flatMap(({ cms }) => cms ?? []),
    anchors,
    deadline,
  );
  checked.flatMap(tokensOf).forEach((cms) => addSignature(material, cms));
  const placed = checked.map((one) => place(document, one, material, now));
  const instances = placed.map(({ instance }) => instance);
  const authorityChanges = refuseForeignKeys(instances);
  const [isForeign, isUnsigned] = [foreignFieldLock(instances), unsignedFieldLock(store, reads)];
  const alsoLocked: FieldLock = (name) => isForeign(name) || isUnsigned(name);
  const context: ChangeContext = { store, alsoLocked, isVerifiedTimestamp: timestampCheck(checked), deadline };
  const warnings: Finding[] = [];
  const cases = placed.map(({ read, checked: cryptography, claimedAt, path }) => {
    const later = checkChanges(context, read);
    warnings.push(...later.warnings);
    const record = toRecord(document, read, cryptography, {
      later,
      chain: path?.chain ?? "unknown",
      revision: hashed.revisions.get(read) ?? null,
    });
    return { record, checked: cryptography, path, claimedAt, end: read.range?.end ?? 0 };
  });
  assessSignatures(cases, material, store, deadline, now);
  const records = cases.map(({ record }) => record);
  const later = laterSignatures(store, records, new Set(authorityChanges.flatMap(({ fields }) => fields)));
  const changed = changedFields(store, records);
  return {
    fileDigest: hashed.file,
    records,
    warnings: [...warnings, ...coveredContent(store, records, later), ...filledContent(document, changed, deadline)],
    notices: [
      ...authorityChanges.map((change): Notice => ({ code: "authority_changed", ...change })),
      ...later,
      ...changedBoxes(document, changed),
      ...placed.flatMap(({ read }) => unsignedNotices(read)),
      ...timestampNotices(records),
    ],
  };
}

function tokensOf({ checked }: Checked): CmsSignature[] {
  return [...checked.tokens, ...checked.contentTokens].flatMap(({ cms }) => cms ?? []);
}

interface HashedRanges {
  file: Buffer;
  digests: Map<ReadSignature, Buffer | null>;
  /** SHA-256 of all bytes up to the end of each signature's range. */
  revisions: Map<ReadSignature, Buffer | null>;
}

function hashAll(store: RevisionStore, reads: readonly ReadSignature[], deadline: Deadline): HashedRanges {
  const { document } = store;
  const wanted: { read: ReadSignature; request: RangeRequest }[] = [];
  for (const read of reads) {
    if (read.range && read.findings.invalid.length === 0) {
      wanted.push({ read, request: { digest: read.digest ?? noDigest, ...read.range } });
    }
  }
  let extraBytes = 0;
  const mayGoOn = (bytes: number): boolean => {
    extraBytes += bytes;
    return extraBytes <= mostExtraBytes;
  };
  const isToBeCompared = wanted.some(({ request }) => request.end < document.source.size);
  const onPass = isToBeCompared ? noteObjects(store, deadline) : null;
  const { file, digests, revisions } = hashRanges(
    document.source,
    wanted.map(({ request }) => request),
    mayGoOn,
    onPass,
  );
  const byRead = (hashes: readonly (Buffer | null)[]) =>
    new Map(wanted.map(({ read }, index) => [read, hashes[index] ?? null]));
  return { file, digests: byRead(digests), revisions: byRead(revisions) };
}

/** Data for comparing the revisions, collected in the same pass as the hashes. */
function noteObjects({ document, references, passing }: RevisionStore, deadline: Deadline): OnPass {
  const named = new PassingObjects(document, references, deadline);
  return (chunk, from) => {
    named.take(chunk, from);
    passing.take(chunk, from);
  };
}

function checkOne(document: PdfDocument, read: ReadSignature, digest: Buffer | null, deadline: Deadline): Checked {
  if (deadline.passed) {
    read.findings.unsupported.push(finding("out_of_time"));
  }
  const checked = checkSignature(document.source, deadline.passed ? { ...read, cms: null } : read, digest);
  return { read, checked, claimedAt: claimedTime(document, read) };
}

function place(document: PdfDocument, one: Checked, material: TrustMaterial, now: Date): Placed {
  const { read, checked, claimedAt } = one;
  const path = signerPathOf(checked, claimedAt, material, now);
  const instance: InstanceSignature = {
    field: read.signature.field,
    isTimestamp: read.signature.isTimestamp,
    certifies: orWhenUnreadable(() => certificationOf(document, read.signature.dictionary), null) !== null,
    end: read.range?.end ?? 0,
    chain: path?.chain ?? "unknown",
    signer: checked.signer,
    certificates: read.cms?.certificates ?? [],
    reason: reasonOf(document, read.signature),
    findings: read.findings,
  };
  return { ...one, path, instance };
}

/**
 * Returns a check of whether a field of the final file contains a valid document timestamp (ETSI EN 319 142-1, 5.4.3):
 * its ByteRange is sound, the token is signed by a certificate for timestamping, and its imprint matches the bytes it
 * covers. Trust in the authority is not checked.
 */
function timestampCheck(signatures: readonly { read: ReadSignature; checked: CheckedSignature }[]): TimestampCheck {
  const verified = new Set<number>();
  for (const { read, checked } of signatures) {
    const { signature, findings } = read;
    const isSound =
      findings.invalid.length === 0 && findings.unsupported.length === 0 && checked.cms.status === "valid";
    const isStamp =
      signature.isTimestamp && !signature.isFormer && checked.tokens.some(({ outcome }) => outcome.status === "valid");
    if (isStamp && isSound && signature.fieldNum !== null) {
      verified.add(signature.fieldNum);
    }
  }
  return ({ object }) => object.num !== null && verified.has(object.num);
}

/**
 * Attributes that writers add to a signature without signing them: countersignature, timestamps, and the values and
 * references for long-term validation (RFC 5652, RFC 3161, RFC 5126, ETSI EN 319 122-1).
 */
const knownTypes = new Set([
  "1.2.840.113549.1.9.6",
  ...[14, 21, 22, 23, 24, 25, 26, 27, 44, 45, 48].map((arc) => `1.2.840.113549.1.9.16.2.${arc}`),
  "1.2.840.113583.1.1.9.1",
  "1.3.6.1.4.1.311.3.3.1",
]);
const knownArcs = ["0.4.0.1733.2.", "0.4.0.19122.1."];

/**
 * Anyone may add, alter or remove an unsigned attribute without breaking the signature, which may then lose its proof
 * of time. Only one case is detectable from the file: an attribute of a type that no software writes.
 */
function unsignedNotices({ cms, signature }: ReadSignature): Notice[] {
  const types = [...(cms?.unsignedAttributes.values.keys() ?? [])];
  return types
    .filter((oid) => !knownTypes.has(oid) && !knownArcs.some((arc) => oid.startsWith(arc)))
    .map((oid) => ({ code: "unsigned_attribute_unknown", field: signature.field, oid }));
}

/** Invalid timestamps. A document timestamp has its own verdict. */
function timestampNotices(records: readonly SignatureRecord[]): Notice[] {
  return records
    .filter(({ kind, timestamp }) => kind === "signature" && timestamp.status === "invalid")
    .map(({ field, timestamp }) => ({
      code: "timestamp_not_credited",
      field,
      problem: timestamp.problem ?? "the timestamp is invalid",
    }));
}

/** Limit of signatures checked per file. Further ones are `unsupported`. */
const mostSignatures = 256;

/**
 * Reads the signatures of the final file, and those that it contained before. A rewritten one is read in its original
 * form.
 */
function readSignatures(
  store: RevisionStore,
  signatures: readonly FilledSignature[],
  deadline: Deadline,
): ReadSignature[] {
  const { document } = store;
  const current = signatures.map((signature, index) => {
    const isPassedOver = index >= mostSignatures || deadline.passed;
    return isPassedOver ? passOver(signature) : readOrRefuse(document, signature);
  });
  const former = formerSignatures(store, current)
    .slice(0, mostSignatures)
    .map((signature) => readFormer(document, signature));
  const rewritten = new Set(former.map(({ signature }) => signature.fieldNum));
  const kept = current.filter(
    ({ signature, findings }) => findings.invalid.length === 0 || !rewritten.has(signature.fieldNum),
  );
  const reads = [...kept, ...former];
  if (holdsStrandedSignature(document, reads)) {
    reads.forEach(({ findings }) => findings.modified.push(finding("signature_stranded")));
  }
  return reads;
}

function readFormer(document: PdfDocument, signature: FilledSignature): ReadSignature {
  const read = readOrRefuse(document, signature);
  read.findings.modified.push(finding("signature_rewritten"));
  return read;
}

function readOrRefuse(document: PdfDocument, signature: FilledSignature): ReadSignature {
  return orWhenUnreadable(() => readSignature(document, signature), {
    ...passOver(signature),
    findings: { ...noFindings(), invalid: [finding("signature_damaged")] },
  });
}

function passOver(signature: FilledSignature): ReadSignature {
  const findings = { ...noFindings(), unsupported: [finding("too_many_signatures")] };
  return { signature, range: null, cms: null, token: null, digest: null, findings };
}

const word = "/ByteRange";

/**
 * Whether the file contains a signature without a field, after all bytes covered by valid signatures: the newest
 * revision was damaged so that its signature seems never to have existed. Checked only if there is a valid signature,
 * because otherwise nothing turns green.
 */
function holdsStrandedSignature(document: PdfDocument, reads: readonly ReadSignature[]): boolean {
  const covered = Math.max(
    0,
    ...reads.filter(({ findings }) => findings.invalid.length === 0).map(({ range }) => range?.end ?? 0),
  );
  if (covered === 0 || covered >= document.source.size) {
    return false;
  }
  return countWords(document, covered) > reachedAfter(document, covered);
}

function countWords({ source }: PdfDocument, from: number): number {
  let count = 0;
  for (
    let at = indexOf(source, word, from, source.size);
    at >= 0;
    at = indexOf(source, word, at + word.length, source.size)
  ) {
    count += 1;
  }
  return count;
}

/** The number of signature dictionaries from offset `from` on that fields refer to, whether filled or placeholders. */
function reachedAfter(document: PdfDocument, from: number): number {
  const objects = new Set<number>();
  for (const field of formFieldsOf(document)) {
    const dictionary = field.type === "Sig" ? document.dict(field.value, field.valueBytes) : null;
    const num = dictionary ? (dictionary.num ?? field.object.num) : null;
    const entry = num === null ? null : document.entry(num);
    if (
      num !== null &&
      entry?.type === "offset" &&
      entry.offset >= from &&
      dictionary?.value.entries.has(word.slice(1))
    ) {
      objects.add(num);
    }
  }
  return objects.size;
}
