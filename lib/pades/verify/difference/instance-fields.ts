import { type X509Certificate } from "node:crypto";
import { topOfChain } from "@/lib/pades/verify/cms/chain";
import { finding } from "@/lib/pades/verify/report/findings";
import type { ChainName, Findings } from "@/lib/pades/verify/report/report";
import {
  certificationFieldName,
  fileOfField,
  isParaphFieldName,
  isTimestampFieldName,
  sealFieldName,
} from "@/lib/pdf/fields/prepared-field";
import type { FieldLock } from "@/lib/pdf/permissions";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { namesAuthority } from "@/lib/platform/signed-texts";

export interface InstanceSignature {
  field: string;
  isTimestamp: boolean;
  certifies: boolean;
  /** The end of the signed revision, which determines the order of signatures. */
  end: number;
  chain: ChainName;
  signer: X509Certificate | null;
  certificates: readonly Buffer[];
  /** `/Reason`, which is signed. */
  reason: string | null;
  findings: Findings;
}

/**
 * Fields that must not change in a file certified by Paraph: all that Paraph did not prepare
 * (docs/spec/verification.md#checks-that-decide). Certification with P=2 permits filling in forms, so no foreign
 * field may remain fillable after it. This is a structural rule that applies to files of any instance, whether or not
 * its root is known.
 */
export function foreignFieldLock(signatures: readonly InstanceSignature[]): FieldLock {
  const isCertified = signatures.some(
    (signature) =>
      signature.certifies && signature.field === certificationFieldName(fileOfField(signature.field) ?? ""),
  );
  return (name) => isCertified && !isParaphFieldName(name) && !isTimestampFieldName(name);
}

/**
 * A file whose prepared fields were signed under another authority than its certification, and which was sealed under
 * that one too.
 */
export interface AuthorityChange {
  file: string;
  /** The fields that were signed under the other authority, in file order. */
  fields: string[];
}

/**
 * Adds a `modified` finding to every signature in a prepared field whose key belongs to another authority than the
 * key that certified the same file (docs/spec/verification.md#checks-that-decide, decision 37). `chain` states
 * whether that authority is this instance. Returns the files that changed their authority consistently, for which
 * only the service's own roots can distinguish a new authority from a stranger.
 */
export function refuseForeignKeys(signatures: readonly InstanceSignature[]): AuthorityChange[] {
  // A field prepared for a signer or a seal never contains a timestamp, because timestamps have separate fields.
  for (const { field, isTimestamp, findings } of signatures) {
    if (isTimestamp && isParaphFieldName(field)) {
      findings.modified.push(finding("prepared_field_timestamped"));
    }
  }
  const own = signatures.flatMap((signature) => {
    const file = signature.isTimestamp || signature.signer === null ? null : fileOfField(signature.field);
    return file === null ? [] : [{ ...signature, file }];
  });
  return [...new Set(own.map(({ file }) => file))].flatMap((file) =>
    judgeKeys(
      file,
      own.filter((signature) => signature.file === file),
    ),
  );
}

function judgeKeys(file: string, group: readonly InstanceSignature[]): AuthorityChange[] {
  const leader = leaderOf(group);
  const seal = group.find(
    ({ field, findings: { invalid, modified } }) =>
      field === sealFieldName(file) && invalid.length + modified.length === 0,
  );
  const fields: string[] = [];
  for (const signature of group) {
    if (!isOfOtherAuthority(signature, leader) || isVouchedFor(signature, leader, seal)) {
      continue;
    }
    if (isSealedAlike(signature, leader, seal)) {
      fields.push(signature.field);
    } else {
      signature.findings.modified.push(finding("prepared_field_foreign_key"));
    }
  }
  return fields.length > 0 ? [{ file, fields }] : [];
}

/**
 * The signature that the others are compared with: the first certification, or the first signature of a file without
 * one.
 */
function leaderOf(group: readonly InstanceSignature[]): InstanceSignature | undefined {
  const inOrder = group.toSorted((one, other) => one.end - other.end);
  return inOrder.find(({ certifies }) => certifies) ?? inOrder[0];
}

/**
 * A key of this instance is recognised by its path, because an operator's own certificate may chain to a public root.
 * Any other key must chain to the leader's top certificate, or to one named in its signed reason.
 */
function isOfOtherAuthority(signature: InstanceSignature, leader: InstanceSignature | undefined): boolean {
  if (leader === undefined || leader === signature) {
    return false;
  }
  if (leader.chain === "ours") {
    return signature.chain !== "ours";
  }
  // Without a certification, nothing links the authorities, and a seal by an operator's own key has another authority
  // than the signers.
  if (!leader.certifies && signature.field === sealFieldName(fileOfField(signature.field) ?? "")) {
    return false;
  }
  return !isLinked(leader, signature);
}

function isLinked(leader: InstanceSignature, signature: InstanceSignature): boolean {
  const [one, other] = [topOf(leader), topOf(signature)];
  if (one === null || other === null || one.equals(other)) {
    return true;
  }
  const fingerprint = sha256Hex(other);
  return namesAuthority(leader.reason, fingerprint);
}

/**
 * Whether the certification's authority sealed the file afterwards, including this signature. A stranger cannot make
 * that seal.
 */
function isVouchedFor(
  signature: InstanceSignature,
  leader: InstanceSignature | undefined,
  seal: InstanceSignature | undefined,
): boolean {
  const isSealedLater = seal !== undefined && leader !== undefined && seal.end > signature.end;
  return isSealedLater && leader.certifies && isUndecided(signature, leader) && isLinked(leader, seal);
}

/**
 * Whether the seal is from the signature's own authority. Such a file is left by an operator who changes the
 * authority while a request is open, and also by a stranger who fills in and seals one.
 */
function isSealedAlike(
  signature: InstanceSignature,
  leader: InstanceSignature | undefined,
  seal: InstanceSignature | undefined,
): boolean {
  const isSealedLater = seal !== undefined && leader !== undefined && seal.end >= signature.end;
  return isSealedLater && isUndecided(signature, leader) && isUndecided(seal, leader) && isSameTop(signature, seal);
}

/** This instance has the list of its own keys, so all others are not its own. */
function isUndecided(signature: InstanceSignature, leader: InstanceSignature): boolean {
  return leader.chain !== "ours" && signature.chain !== "ours";
}

function isSameTop(one: InstanceSignature, other: InstanceSignature): boolean {
  const [top, otherTop] = [topOf(one), topOf(other)];
  return top !== null && otherTop !== null && top.equals(otherTop);
}

function topOf({ signer, certificates }: InstanceSignature): Buffer | null {
  return signer ? topOfChain(signer, certificates) : null;
}
