import { proveAddress } from "@/lib/accounts/prove-address";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import type { LinkedRequest } from "./find-by-link";
import { linkState } from "./link-state";

/**
 * Only the mailbox holds the link, so a POST to it by its signed-in owner shows that the mailbox is theirs, while the signer can still act: afterwards
 * the link may have been forwarded with the document. Answers the actor as it
 * is then. Never call it for a GET.
 */
export async function proveByLink<Caller extends Actor>(
  ctx: Ctx,
  actor: Caller,
  { file, signRequest }: LinkedRequest,
): Promise<Caller> {
  if (actor.kind !== "account" || actor.account.emailProvedAt !== null || actor.account.email !== signRequest.email)
    return actor;
  if (linkState(signRequest, file, await ctx.now()) !== "live") return actor;
  await ctx.tx(async (tx) => {
    const isFirst = await proveAddress(tx, actor.account.id, "invitation", actor);
    if (isFirst)
      await appendAuditEvent(tx, actor, file.id, {
        type: "email.proved",
        data: { signRequestId: signRequest.id, by: "invitation" },
      });
  });
  return { ...actor, account: { ...actor.account, emailProvedAt: await ctx.now(), emailProof: "invitation" } };
}
