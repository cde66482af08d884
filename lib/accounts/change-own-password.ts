import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { voidAccountLinks } from "./account-link";
import { accountActor, assertFreshProof } from "./actor";
import { endSessions } from "./end-credentials";
import { acceptPassword } from "./password-rules";
import { setPassword } from "./set-password";

/**
 * The caller's own new password. Every other session ends, everywhere; the one that asks stays, and so do API tokens, each of which can
 * be revoked by itself. The owner is told by mail. Throws `reauth_required`, `validation_failed` (weak password).
 */
export async function changeOwnPassword(ctx: Ctx, actor: Actor, password: string): Promise<void> {
  const acting = accountActor(actor);
  await assertFreshProof(ctx, acting);
  const passwordHash = await ctx.passwords.hash(acceptPassword("/password", password, acting.account));
  const accountId = acting.account.id;
  await ctx.tx(async (inner) => {
    await setPassword(inner, accountId, passwordHash);
    await endSessions(inner, accountId, acting.sessionId);
    await voidAccountLinks(inner, accountId, "reset");
    await enqueue(inner, "accountMail", { template: "password_changed", accountId });
    await markDone(inner, {});
  });
  ctx.log.info({ request: ctx.request?.id, account: accountId }, "account: password changed");
  ctx.wakeOutbox();
}
