import type { PdfDocument } from "@/lib/pdf/document";
import type { TrustAnchors } from "@/lib/pades/verify/chain";
import { checkChanges } from "@/lib/pades/verify/check-changes";
import { checkSignature, type CheckedSignature } from "@/lib/pades/verify/check-signature";
import { TimeUp, type Deadline } from "@/lib/pades/verify/deadline";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import { noFindings } from "@/lib/pades/verify/findings";
import { PassingObjects } from "@/lib/pades/verify/difference/passing-objects";
import { hashRanges, type RangeRequest } from "@/lib/pades/verify/hash-ranges";
import { foreignFieldLock, refuseForeignKeys, type InstanceSignature } from "@/lib/pades/verify/instance-fields";
import { assignLevels } from "@/lib/pades/verify/level";
import { certificationOf } from "@/lib/pdf/permissions/doc-mdp";
import type { FieldLock } from "@/lib/pdf/permissions/field-mdp";
import { unsignedElementLock } from "@/lib/pades/verify/prepared-elements";
import { readSignature, type ReadSignature } from "@/lib/pades/verify/read-signature";
import { toRecord } from "@/lib/pades/verify/record";
import type { SignatureRecord } from "@/lib/pades/verify/report";
import { RevisionStore } from "@/lib/pades/verify/revisions";
import { reasonOf, type FilledSignature } from "@/lib/pades/verify/signature-fields";

/** Signatures of one file that are checked; what comes after them is `unsupported`. */
const mostSignatures = 256;
/** Bytes hashed again beyond one pass over the file: more is asked for only by files made to waste time. */
const mostExtraBytes = 256 * 1024 * 1024;

interface Checked {
  read: ReadSignature;
  checked: CheckedSignature;
  instance: InstanceSignature;
}

export interface SignaturesOutcome {
  /** SHA-256 of the whole file, from the same pass that hashed the signed ranges. */
  fileDigest: Buffer;
  records: SignatureRecord[];
  warnings: string[];
}

/** Checks all signatures of a document: one pass of hashing, then cryptography, then what changed since each. */
export function verifySignatures(document: PdfDocument, signatures: readonly FilledSignature[], anchors: TrustAnchors, deadline: Deadline): SignaturesOutcome {
  const reads = signatures.map((signature, index) => {
    const isPassedOver = index >= mostSignatures || deadline.passed;
    return isPassedOver ? passOver(signature) : readOrRefuse(document, signature);
  });
  const store = new RevisionStore(document, deadline);
  const hashed = hashAll(store, reads, deadline);
  const checked = reads.map((read) => checkOne(document, read, hashed.digests.get(read) ?? null, anchors, deadline));
  const instances = checked.map(({ instance }) => instance);
  refuseForeignKeys(instances, anchors.ours.length > 0);
  const [isForeign, isUnsigned] = [foreignFieldLock(instances), unsignedElementLock(store, reads)];
  const alsoLocked: FieldLock = (name) => isForeign(name) || isUnsigned(name);
  const warnings: string[] = [];
  const levels = checked.map(({ read, checked: cryptography }) => {
    const later = checkChanges(store, read, alsoLocked, deadline);
    warnings.push(...later.warnings);
    return {
      record: toRecord(document, read, cryptography, later),
      end: read.range?.end ?? 0,
      pinsSigner: cryptography.pinsSigner,
      coversValidationData: later.coversValidationData,
    };
  });
  assignLevels(levels, document);
  return { fileDigest: hashed.file, records: levels.map(({ record }) => record), warnings };
}

function readOrRefuse(document: PdfDocument, signature: FilledSignature): ReadSignature {
  return unlessDamaged(() => readSignature(document, signature), {
    ...passOver(signature),
    findings: { ...noFindings(), invalid: ["the signature is too damaged to be read"] },
  });
}

function passOver(signature: FilledSignature): ReadSignature {
  const findings = { ...noFindings(), unsupported: ["the file holds more signatures than are checked"] };
  return { signature, range: null, cms: null, token: null, digest: null, findings };
}

function hashAll(store: RevisionStore, reads: readonly ReadSignature[], deadline: Deadline): { file: Buffer; digests: Map<ReadSignature, Buffer | null> } {
  const { document, references } = store;
  const wanted: { read: ReadSignature; request: RangeRequest }[] = [];
  for (const read of reads) {
    if (read.range && read.digest !== null && read.findings.invalid.length === 0) {
      wanted.push({ read, request: { digest: read.digest, ...read.range } });
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
  const { file, digests } = hashRanges(document.source, wanted.map(({ request }) => request), mayGoOn, onPass);
  return { file, digests: new Map(wanted.map(({ read }, index) => [read, digests[index] ?? null])) };
}

function checkOne(document: PdfDocument, read: ReadSignature, digest: Buffer | null, anchors: TrustAnchors, deadline: Deadline): Checked {
  if (deadline.passed) {
    read.findings.unsupported.push(new TimeUp().message);
  }
  const checked = checkSignature(document.source, deadline.passed ? { ...read, cms: null } : read, digest, anchors);
  const instance: InstanceSignature = {
    field: read.signature.field,
    isTimestamp: read.signature.isTimestamp,
    certifies: unlessDamaged(() => certificationOf(document, read.signature.dictionary), null) !== null,
    chain: checked.chain,
    signer: checked.signer,
    certificates: read.cms?.certificates ?? [],
    reason: reasonOf(document, read.signature),
    findings: read.findings,
  };
  return { read, checked, instance };
}
