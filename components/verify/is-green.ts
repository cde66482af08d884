import type { SignatureRecord } from "./verification";

/** Nothing speaks against what was signed. */
export function isGreen({ verdict }: Pick<SignatureRecord, "verdict">): boolean {
  return verdict === "intact" || verdict === "intact_later_allowed";
}

export function isRevoked({ revocation }: Pick<SignatureRecord, "revocation">): boolean {
  return revocation.status === "revoked";
}
