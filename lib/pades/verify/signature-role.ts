import { sealCommonName } from "@/lib/x509/issued-certificates";
import type { DistinguishedName } from "./cms/distinguished-name";

/**
 * `person`: any other signature or timestamp. `certified`, `sealed`: this instance certified the document before the
 * first signature, or sealed it after the last one. `evidence`: its seal of an evidence document. `service`: made
 * with its seal key, in a field whose name has no known role.
 */
export const signatureRoles = ["person", "certified", "sealed", "evidence", "service"] as const;
export type SignatureRole = (typeof signatureRoles)[number];

export interface RoleFacts {
  field: string;
  chain: "ours" | "known" | "unknown";
  verdict: string;
  reason: string | null;
  signer: { name: DistinguishedName; email?: string | undefined } | null;
}

const ownField = /^paraph-([0-9a-f-]{36})-(certify|seal)$/;

/**
 * Only keys of this instance certify and seal. The key of an invalid signature proves nothing, so there the field name decides
 * the role.
 */
export function roleOf({ field, chain, verdict, reason, signer }: RoleFacts): SignatureRole {
  if (chain !== "ours" && verdict !== "invalid") {
    return "person";
  }
  const [, uuid, place] = ownField.exec(field) ?? [];
  if (place === "certify") {
    return "certified";
  }
  if (place === "seal" && uuid) {
    return reason?.startsWith(evidenceReasonStart(uuid)) ? "evidence" : "sealed";
  }
  return chain === "ours" && signer !== null && isSeal(signer) ? "service" : "person";
}

/**
 * The start of the signed `/Reason`, which distinguishes the seal of an evidence document from that of the document.
 */
export function evidenceReasonStart(fileUuid: string): string {
  return `Evidence for document ${fileUuid}.`;
}

/** A person's certificate always states in OU how the person was authenticated, and contains an address. */
function isSeal({ name, email }: NonNullable<RoleFacts["signer"]>): boolean {
  return name.commonName === sealCommonName && name.organizationalUnit === null && email === undefined;
}
