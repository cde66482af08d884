import { createHash, type X509Certificate } from "node:crypto";
import { topOfChain } from "@/lib/pades/verify/chain";
import type { ChainName } from "@/lib/pades/verify/report";
import type { Findings } from "@/lib/pades/verify/findings";
import { isParaphFieldName } from "@/lib/pdf/fields/field-names";
import type { FieldLock } from "@/lib/pdf/permissions/field-mdp";

/** Fields that an instance of this service prepares: `paraph-<file uuid>-…`. */
const ownField = /^paraph-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-/i;

export interface InstanceSignature {
  field: string;
  isTimestamp: boolean;
  certifies: boolean;
  chain: ChainName;
  signer: X509Certificate | null;
  certificates: readonly Buffer[];
  /** `/Reason`, part of what is signed. */
  reason: string | null;
  findings: Findings;
}

export function isInstanceField(name: string): boolean {
  return ownField.test(name);
}

/**
 * Fields that may not change in a file that this instance certified: every one that is not ours (SIGNING.md section 6).
 * Certification at level 2 lets anyone fill a form unnoticed, so after ours no foreign field is left to fill.
 */
export function foreignFieldLock(signatures: readonly InstanceSignature[]): FieldLock {
  const certifiedByUs = signatures.some((signature) => signature.certifies && signature.chain === "ours" && isInstanceField(signature.field));
  return (name) => certifiedByUs && !isInstanceField(name);
}

/**
 * A prepared field that was filled by somebody else's key is a modification. With our own roots at hand that key must be
 * ours; without them, all signatures in the fields of one file must come from the instance that certified it: they lead to the top
 * certificate of its certification, or to one that its certification names.
 */
export function refuseForeignKeys(signatures: readonly InstanceSignature[], knowsOurs: boolean): void {
  // A field that waits for a person or a seal is never stamped, by whatever authority: only fields added for it are.
  for (const { field, isTimestamp, findings } of signatures) {
    if (isTimestamp && isParaphFieldName(field)) {
      findings.modified.push("a field that Paraph prepared for a signer was filled with a timestamp");
    }
  }
  const own = signatures.filter((signature) => isInstanceField(signature.field) && !signature.isTimestamp && signature.signer !== null);
  for (const signature of own) {
    const foreign = knowsOurs ? signature.chain !== "ours" : isStranger(signature, own);
    if (foreign) {
      signature.findings.modified.push("a field that Paraph prepared was filled with a key of somebody else");
    }
  }
}

function isStranger(signature: InstanceSignature, own: readonly InstanceSignature[]): boolean {
  const leader = own.find((other) => other.certifies && fileOf(other.field) === fileOf(signature.field));
  const [one, other] = [topOf(leader), topOf(signature)];
  if (one === null || other === null || one.equals(other)) {
    return false;
  }
  const fingerprint = createHash("sha256").update(other).digest("hex");
  return !(leader?.reason ?? "").includes(`sha256:${fingerprint}`);
}

function topOf(signature: InstanceSignature | undefined): Buffer | null {
  return signature?.signer ? topOfChain(signature.signer, signature.certificates) : null;
}

function fileOf(field: string): string {
  return ownField.exec(field)?.[1]?.toLowerCase() ?? "";
}
