import { createHash, type X509Certificate } from "node:crypto";
import { certificationFieldName, isParaphFieldName, sealFieldName } from "@/lib/pdf/fields/field-names";
import type { FieldLock } from "@/lib/pdf/permissions/field-mdp";
import { topOfChain } from "./chain";
import { finding, type Finding } from "./findings";
import type { ChainName, SignatureVerdict } from "./report";

/** Fields that an instance of this service prepares: `paraph-<file uuid>-…`. */
const ownField = /^paraph-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-/i;

export interface InstanceSignature {
  field: string;
  isTimestamp: boolean;
  certifies: boolean;
  /** Where the signed revision ends: which of two signatures came first. */
  end: number;
  chain: ChainName;
  signer: X509Certificate | null;
  certificates: readonly Buffer[];
  /** `/Reason`, which is signed. */
  reason: string | null;
  findings: Findings;
}

function isInstanceField(name: string): boolean {
  return ownField.test(name);
}

/** The file that a prepared field was prepared for, as a lower-case uuid; null for a field of another name. */
export function fileOfField(name: string): string | null {
  return ownField.exec(name)?.[1]?.toLowerCase() ?? null;
}

/**
 * Fields that must not change in a file certified by Paraph: all that Paraph did not prepare (docs/spec/verification.md#checks-that-decide).
 * Certification with P=2 permits filling in forms, so after it no foreign field may be left to fill. This is a structural rule: it holds for a
 * file of any instance, whether or not its root is known.
 */
export function foreignFieldLock(signatures: readonly InstanceSignature[]): FieldLock {
  const isCertified = signatures.some(
    (signature) =>
      signature.certifies && signature.field === certificationFieldName(fileOfField(signature.field) ?? ""),
  );
  return (name) => isCertified && !isInstanceField(name);
}

/**
 * Adds a `modified` finding to every signature in a prepared field whose key belongs to another authority than the key that certified the
 * same file (docs/spec/verification.md#checks-that-decide, decision 37). Whether that authority is this instance is a question of trust and answered by `chain`.
 */
export function refuseForeignKeys(signatures: readonly InstanceSignature[]): void {
  // A field that waits for a person or a seal is never stamped, by whatever authority: only fields added for it are.
  for (const { field, isTimestamp, findings } of signatures) {
    if (isTimestamp && isParaphFieldName(field)) {
      findings.modified.push(finding("prepared_field_timestamped"));
    }
  }
  const own = signatures.filter(
    (signature) => isInstanceField(signature.field) && !signature.isTimestamp && signature.signer !== null,
  );
  for (const file of new Set(own.map(({ field }) => fileOfField(field)))) {
    const group = own.filter(({ field }) => fileOfField(field) === file);
    const leader = leaderOf(group);
    group
      .filter((signature) => isStranger(signature, leader))
      .forEach(({ findings }) => findings.modified.push(finding("prepared_field_foreign_key")));
  }
}

/** The signature that the others are measured by: the first certification, or in a file that could not be certified the first signature. */
function leaderOf(group: readonly InstanceSignature[]): InstanceSignature | undefined {
  const inOrder = group.toSorted((one, other) => one.end - other.end);
  return inOrder.find(({ certifies }) => certifies) ?? inOrder[0];
}

/**
 * A key of this instance is checked by its path, because an operator's own certificate may chain to a public root. Other keys lead
 * to the leader's top certificate, or to one named in its signed reason.
 */
function isStranger(signature: InstanceSignature, leader: InstanceSignature | undefined): boolean {
  if (leader === undefined || leader === signature) {
    return false;
  }
  if (leader.chain === "ours") {
    return signature.chain !== "ours";
  }
  // Without a certification nothing names the authorities that belong together, and an operator's own seal has another one than the signers.
  if (!leader.certifies && signature.field === sealFieldName(fileOfField(signature.field) ?? "")) {
    return false;
  }
  const [one, other] = [topOf(leader), topOf(signature)];
  if (one === null || other === null || one.equals(other)) {
    return false;
  }
  const fingerprint = createHash("sha256").update(other).digest("hex");
  return !(leader.reason ?? "").includes(`sha256:${fingerprint}`);
}

function topOf({ signer, certificates }: InstanceSignature): Buffer | null {
  return signer ? topOfChain(signer, certificates) : null;
}

/** Findings against a signature, by the verdict that they cause. */
export interface Findings {
  invalid: Finding[];
  modified: Finding[];
  unsupported: Finding[];
}

export function noFindings(): Findings {
  return { invalid: [], modified: [], unsupported: [] };
}

/** The verdict in the order of docs/spec/verification.md#the-record-of-a-signature, with the finding that decided it. */
export function verdictOf(findings: Findings, changed: boolean): { verdict: SignatureVerdict; decidedBy: Finding } {
  for (const verdict of ["invalid", "modified", "unsupported"] as const) {
    const [first] = findings[verdict];
    if (first !== undefined) {
      return { verdict, decidedBy: first };
    }
  }
  if (changed) {
    return { verdict: "intact_later_allowed", decidedBy: finding("only_permitted_changes") };
  }
  return { verdict: "intact", decidedBy: finding("nothing_changed") };
}
