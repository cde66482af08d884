import type { SignRequest } from "@/db/schema/files";
import type { ChainDocument, ChainEvent } from "./schema";

/** What the evidence document tells everybody anyway. */
const acts = new Set(["signed", "declined"]);

/**
 * The chain for a signer: whole, but without personal values other than those of acts of signing and of the signer's own doing. Their salted
 * hashes stay, so that it is checked like any other.
 */
export function chainForSigner(chain: ChainDocument, { id, email }: Pick<SignRequest, "id" | "email">): ChainDocument {
  const own = new Set(
    chain.personal.filter(({ path, value }) => path === "actor.email" && value === email).map(({ seq }) => seq),
  );
  const isShown = (event: ChainEvent | undefined): boolean =>
    event !== undefined && (acts.has(event.type) || own.has(event.seq) || event.actor.signRequestId === id);
  return {
    ...chain,
    personal: chain.personal.filter(({ seq, path }) => isShown(chain.data[seq]) || path === "data.name"),
  };
}
