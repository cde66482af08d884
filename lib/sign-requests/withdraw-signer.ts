import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { toId } from "@/lib/files/identifiers";
import { withdrawSigners } from "./withdraw-signers";

/** The requester withdraws one signer, by id. Throws what `withdrawSigners` throws. */
export async function withdrawSigner(
  ctx: Ctx,
  actor: Actor,
  input: { fileId: number; signRequestId: number },
): Promise<{ fileId: number }> {
  const [fileId, signRequestId] = [toId(input.fileId), toId(input.signRequestId)];
  return withdrawSigners(ctx, actor, { id: fileId }, (signers) => {
    const signer = signers.find((candidate) => candidate.id === signRequestId);
    if (!signer) throw new DomainError("not_found");
    return [signer];
  });
}
