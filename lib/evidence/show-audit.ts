import type { Actor, Ctx } from "@/lib/context";
import { getOwnFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import { readChain } from "./read-chain";
import type { ChainDocument } from "./schema";

/** The audit chain of a file, for its requester. Throws `not_found`, `forbidden` to a signer. */
export async function showAudit(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ChainDocument> {
  return readChain(ctx, await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) }));
}
