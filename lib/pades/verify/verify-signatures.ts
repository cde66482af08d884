import { checkChanges, type ChangeContext } from "@/lib/pades/verify/check-changes";
import { checkSignature, type CheckedSignature } from "@/lib/pades/verify/check-signature";
import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { TimeUp, type Deadline } from "@/lib/pades/verify/deadline";
import { PassingObjects } from "@/lib/pades/verify/difference/passing-objects";
import { hashRanges, type RangeRequest } from "@/lib/pades/verify/hash-ranges";
import { foreignFieldLock, refuseForeignKeys, type InstanceSignature } from "@/lib/pades/verify/instance-fields";
import { laterSignatures } from "@/lib/pades/verify/later-signatures";
import { unsignedElementLock } from "@/lib/pades/verify/prepared-elements";
import type { ReadSignature } from "@/lib/pades/verify/read-signature";
import { readSignatures } from "@/lib/pades/verify/read-signatures";
import { claimedTime, toRecord } from "@/lib/pades/verify/record";
import type { Notice, SignatureRecord } from "@/lib/pades/verify/report";
import { RevisionStore } from "@/lib/pades/verify/revisions";
import { reasonOf, type FilledSignature } from "@/lib/pades/verify/signature-fields";
import { timestampCheck } from "@/lib/pades/verify/timestamp-check";
import { assessSignatures } from "@/lib/pades/verify/trust/assess-signatures";
import type { CertificatePath } from "@/lib/pades/verify/trust/build-path";
import {
  addSignature,
  gatherMaterial,
  type TrustAnchors,
  type TrustMaterial,
} from "@/lib/pades/verify/trust/gather-material";
import { signerPathOf } from "@/lib/pades/verify/trust/trust-case";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import { timestampNotices, unsignedNotices } from "@/lib/pades/verify/unsigned-notices";
import type { PdfDocument } from "@/lib/pdf/document";
import { certificationOf } from "@/lib/pdf/permissions/doc-mdp";
import type { FieldLock } from "@/lib/pdf/permissions/field-mdp";

/** Bytes hashed again beyond one pass over the file: more is asked for only by files made to waste time. */
const mostExtraBytes = 256 * 1024 * 1024;

/** No digest's name: only the revision itself is hashed. */
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

export interface VerificationTask {
  anchors: TrustAnchors;
  deadline: Deadline;
  now: Date;
}

export interface SignaturesOutcome {
  /** SHA-256 of the whole file, from the same pass that hashed the signed ranges. */
  fileDigest: Buffer;
  records: SignatureRecord[];
  warnings: string[];
  notices: Notice[];
}

/** Checks all signatures of a document: one pass of hashing, then cryptography, then what changed since each, then whom to trust. */
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
  refuseForeignKeys(instances);
  const [isForeign, isUnsigned] = [foreignFieldLock(instances), unsignedElementLock(store, reads)];
  const alsoLocked: FieldLock = (name) => isForeign(name) || isUnsigned(name);
  const context: ChangeContext = { store, alsoLocked, isVerifiedTimestamp: timestampCheck(checked), deadline };
  const warnings: string[] = [];
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
  return {
    fileDigest: hashed.file,
    records,
    warnings,
    notices: [
      ...laterSignatures(store, records),
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
  const { document, references } = store;
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
  const passing = isToBeCompared ? new PassingObjects(document, references, deadline) : null;
  const onPass = passing ? (chunk: Buffer, from: number) => passing.take(chunk, from) : null;
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

function checkOne(document: PdfDocument, read: ReadSignature, digest: Buffer | null, deadline: Deadline): Checked {
  if (deadline.passed) {
    read.findings.unsupported.push(new TimeUp().message);
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
    certifies: unlessDamaged(() => certificationOf(document, read.signature.dictionary), null) !== null,
    end: read.range?.end ?? 0,
    chain: path?.chain ?? "unknown",
    signer: checked.signer,
    certificates: read.cms?.certificates ?? [],
    reason: reasonOf(document, read.signature),
    findings: read.findings,
  };
  return { ...one, path, instance };
}
