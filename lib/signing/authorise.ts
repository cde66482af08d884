import { appendDaily } from "@/lib/audit/append-once";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { findAct, type ActTarget, type SigningAct } from "@/lib/sign-methods/find-act";
import { findByLink } from "@/lib/sign-requests/find-by-link";

/**
 * The act of the signer who is about to sign. Throws what `findAct` throws; that the requester, or another account with the signer's
 * link, tried to sign (`not_the_signer`) is noted in the trail as `sign.denied`, once an account in 24 hours.
 */
export async function authoriseSigning(ctx: Ctx, actor: Actor, target: ActTarget): Promise<SigningAct> {
  try {
    return await findAct(ctx, actor, target);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_the_signer") await noteDenied(ctx, actor, target);
    throw error;
  }
}

async function noteDenied(ctx: Ctx, actor: Actor, target: ActTarget): Promise<void> {
  if (actor.kind !== "account") return;
  const { account } = actor;
  if ("fileId" in target) {
    await appendDaily(ctx, actor, target.fileId, { type: "sign.denied", data: { accountId: account.id } });
    return;
  }
  const { file, signRequest } = await findByLink(ctx, target.link);
  await appendDaily(ctx, actor, file.id, {
    type: "sign.denied",
    data: { accountId: account.id, signRequestId: signRequest.id },
  });
}
