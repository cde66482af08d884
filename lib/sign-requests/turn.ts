import type { SignRequest } from "@/db/schema/files";

type Turn = Pick<SignRequest, "signingOrder" | "status">;

/** States in which a signer may still come to sign. */
const unfinished = new Set<SignRequest["status"]>(["draft", "pending", "waiting", "expired"]);

/**
 * Whose turn it is: of all who have not signed, those with the lowest `signingOrder`. Equal orders are told together; when
 * nobody was given an order, that is everybody.
 */
export function whoseTurn<Signer extends Turn>(signers: readonly Signer[]): Signer[] {
  const open = signers.filter((signer) => unfinished.has(signer.status));
  const lowest = Math.min(...open.map((signer) => signer.signingOrder));
  return open.filter((signer) => signer.signingOrder === lowest);
}
