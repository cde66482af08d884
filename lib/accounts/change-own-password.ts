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
 * Changes the caller's own password. Every other session ends everywhere; the calling one stays, and so do API tokens, which can be revoked
 * one by one. The owner gets a mail: while the address is unproved that may be a stranger, so such mails are limited. Throws
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
    await enqueue(inner, "accountMail", { template: "password_changed", accountId });
    await markDone(inner, {});
  });
  ctx.log.info({ request: ctx.request?.id, account: accountId }, "account: password changed");
  ctx.wakeOutbox();
}

/**
 * Stores a password's hash. Ends the memory of the old password in every process, a lock, mailed links to set another password, and links to
 * the bot that somebody with the old password may have created.
 */
export async function setPassword(ctx: Ctx, accountId: number, passwordHash: string): Promise<void> {
  await ctx.db
    .update(accounts)
    .set({ passwordHash, failedLoginsInRow: 0, credentialsVersion: sql`${accounts.credentialsVersion} + 1` })
    .where(eq(accounts.id, accountId));
  await voidAccountLinks(ctx, accountId, "reset");
  await ctx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, accountId));
}

/** The hash of an unknown random password: nobody can log in before another is set by a mailed link or an administrator. */
export async function hashUnknownPassword(ctx: Ctx): Promise<string> {
  return ctx.passwords.hash(randomBytes(32).toString("base64url"));
}
