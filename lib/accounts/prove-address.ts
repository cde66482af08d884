import { and, eq, isNull, sql } from "drizzle-orm";
import { accounts, accountSigningKeys, storedSignatures, type Account } from "@/db/schema/accounts";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/telegram";
import { webhookEndpoints } from "@/db/schema/webhooks";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { endSessions, revokeTokens } from "./still-acting";

/**
 * Records that an account's address belongs to its owner, and how that was proved (docs/spec/api.md#proved-addresses). Until then anybody
 * may have registered it, so the first proof removes everything that could send the owner's codes or events to a stranger. `prover` is the
 * caller when the proof came with a log-in to this account: that session or token and the signature images stay. Proving again changes
 * nothing. Returns true for the first proof.
 */
export async function proveAddress(
  ctx: Ctx,
  accountId: number,
  proof: NonNullable<Account["emailProof"]>,
  prover: AccountActor | null,
): Promise<boolean> {
  const proved = await ctx.db
    .update(accounts)
    .set({ emailProvedAt: await ctx.now(), emailProof: proof, phone: null })
    .where(and(eq(accounts.id, accountId), isNull(accounts.emailProvedAt)))
    .returning({ id: accounts.id, madeBy: accounts.madeBy });
  const [account] = proved;
  if (!account) return false;
  if (prover === null && proof === "confirmation" && account.madeBy !== "administrator")
    await removeUnprovedName(ctx, accountId);
  await removeUnprovedCredentials(ctx, accountId, prover);
  return true;
}

/**
 * Name and language of an account taken over by a reset were set by a stranger, as in an account created through a finished link. The owner
 * sets their own.
 */
async function removeUnprovedName(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db
    .update(accounts)
    .set({ displayName: sql`${accounts.email}`, language: null, timeZone: null })
    .where(eq(accounts.id, accountId));
}

async function removeUnprovedCredentials(ctx: Ctx, accountId: number, prover: AccountActor | null): Promise<void> {
  const now = await ctx.now();
  await endSessions(ctx, accountId, prover?.sessionId);
  await revokeTokens(ctx, accountId, prover?.tokenId);
  await ctx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.accountId, accountId));
  await ctx.db.delete(telegramLinks).where(eq(telegramLinks.accountId, accountId));
  await ctx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, accountId));
  await ctx.db
    .update(accountSigningKeys)
    .set({ replacedAt: now, revokedAt: now, revocationReason: "cessationOfOperation" })
    .where(and(eq(accountSigningKeys.accountId, accountId), isNull(accountSigningKeys.revokedAt)));
  if (prover === null) await ctx.db.delete(storedSignatures).where(eq(storedSignatures.accountId, accountId));
}
