import { commonName, proofIn } from "./common-name";
import type { SignatureRecord } from "./verification";

/** `evidence`: the seal of an evidence document; `service`: made by this service's seal in a field whose name does not tell what for. */
export type SignatureRole = "person" | "certified" | "sealed" | "evidence" | "service";

export type RoleFacts = Pick<SignatureRecord, "field" | "chain" | "verdict" | "reason" | "signer">;

const own = /^paraph-([0-9a-f-]{36})-(certify|seal)$/;

/** As lib/evidence/seal-words.ts writes it, into what is signed. */
const evidence = /^Evidence for document ([0-9a-f-]{36})\./;

/**
 * Whether a person signed, or this service certified the document before the first of them or sealed it after the last. Only keys of ours
 * make it so; a signature that does not hold shows no key to go by, so there the field tells for whom the place was made.
 */
export function roleOf({ field, chain, verdict, reason, signer }: RoleFacts): SignatureRole {
  if (chain !== "ours" && verdict !== "invalid") return "person";
  const [, uuid, place] = own.exec(field) ?? [];
  if (place === "certify") return "certified";
  if (place === "seal" && uuid) return evidence.exec(reason ?? "")?.[1] === uuid ? "evidence" : "sealed";
  return chain === "ours" && isSealOf(signer) ? "service" : "person";
}

/** The certificate of this service's seal: a person's always says in OU what was proved, and names an address. */
function isSealOf(signer: SignatureRecord["signer"]): boolean {
  return (
    signer !== null &&
    commonName(signer.subject) === "Paraph Seal" &&
    proofIn(signer.subject) === null &&
    signer.email === undefined
  );
}
