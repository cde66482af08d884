import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { telegramLinkTokens } from "@/db/schema/telegram";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { voidAccountLinks } from "./account-link";
import { accountActor, assertFreshProof } from "./actor";
import { countMailTo } from "./confirm-address";
import { acceptPassword } from "./password-rules";
import { assertStillActing, endSessions } from "./still-acting";

/**
 * The caller's own new password. Every other session ends, everywhere; the one that asks stays, and so do API tokens, each of which can
 * be revoked by itself. The owner is told by mail: while the address is not proved, that may be a stranger, who gets few such mails. Throws
 * `reauth_required`, `validation_failed` (weak password), `rate_limited`.
 */
export async function changeOwnPassword(ctx: Ctx, actor: Actor, password: string): Promise<void> {
  const acting = accountActor(actor);
  await assertFreshProof(ctx, acting);
  const accepted = acceptPassword("/password", password, acting.account);
  if (acting.account.emailProvedAt === null) await countMailTo(ctx, acting.account.email, "password");
  const passwordHash = await ctx.passwords.hash(accepted);
  const accountId = acting.account.id;
  await ctx.tx(async (inner) => {
    await assertStillActing(inner, acting);
    await setPassword(inner, accountId, passwordHash);
    await endSessions(inner, accountId, acting.sessionId);
    await voidAccountLinks(inner, accountId, "reset");
    await enqueue(inner, "accountMail", { template: "password_changed", accountId });
    await markDone(inner, {});
  });
  ctx.log.info({ request: ctx.request?.id, account: accountId }, "account: password changed");
  ctx.wakeOutbox();
}

/**
 * Writes a password's hash; what was remembered of the old one ends on every process, and so do a lock and links to the bot that somebody who
 * knew the old one may hold.
 */
export async function setPassword(ctx: Ctx, accountId: number, passwordHash: string): Promise<void> {
  await ctx.db
    .update(accounts)
    .set({ passwordHash, failedLoginsInRow: 0, credentialsVersion: sql`${accounts.credentialsVersion} + 1` })
    .where(eq(accounts.id, accountId));
  await ctx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, accountId));
}

/** The hash of a password that nobody knows: nobody logs in with it before another is set by a mailed link or an administrator. */
export async function hashUnknownPassword(ctx: Ctx): Promise<string> {
  return ctx.passwords.hash(randomBytes(32).toString("base64url"));
}
