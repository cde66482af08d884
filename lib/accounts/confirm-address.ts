import { and, eq, isNotNull, isNull, not, sql } from "drizzle-orm";
import { accounts, accountSigningKeys, storedSignatures, type Account } from "@/db/schema/accounts";
import { drawingHandovers } from "@/db/schema/guests";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/messages";
import { webhookEndpoints } from "@/db/schema/webhooks";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { countAttempt } from "@/lib/context/rates/counters";
import { hashAddress, knownNetworksKey, mailboxOf, networkOf } from "@/lib/context/rates/request-rates";
import { DomainError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { findAccountLink, insertAccountLink, makeLinkToken, useAccountLink, voidAccountLinks } from "./account-link";
import { accountActor, isMailboxProved, refuseToken } from "./actor";
import { getAccount, mailboxProved } from "./find";
import { assertValidCredential, endSessions, revokeTokens } from "./valid-credential";

/**
 * Proves the caller's address by the link e-mailed to it. Both log-in and link are required. Otherwise an attacker
 * could register a stranger's address and have it proved by the stranger's click. A token does not count as a log-in: it
 * may be the stranger's. Throws `reauth_required`, `not_found` (also for another account's link), `link_expired`.
 */
export async function confirmAddress(ctx: Ctx, actor: Actor, token: string): Promise<Account> {
  const acting = accountActor(actor);
  refuseToken(acting);
  const account = await findAccountLink(ctx, "confirmation", token);
  if (account.id !== acting.account.id) throw new DomainError("not_found");
  return ctx.tx(async (inner) => {
    await assertValidCredential(inner, acting);
    await useAccountLink(inner, "confirmation", token);
    await voidAccountLinks(inner, account.id, "confirmation");
    await proveAddress(inner, account.id, "confirmation", acting);
    await markDone(inner, { accountId: account.id });
    return getAccount(inner, account.id);
  });
}

/** E-mails the caller another link to confirm their address, unless it is proved. Throws `rate_limited`. */
export async function askForConfirmation(ctx: Ctx, actor: Actor): Promise<void> {
  const { account } = accountActor(actor);
  if (isMailboxProved(account)) return;
  await countAccountMail(ctx, account.email, "registration");
  const token = makeLinkToken();
  await ctx.tx(async (inner) => {
    await insertAccountLink(inner, account.id, "confirmation", token);
    await enqueue(inner, "accountMail", { template: "confirmation", accountId: account.id }, { secret: token });
    await markDone(inner, {});
  });
  ctx.wakeOutbox();
}

const hour = 3600;

/**
 * The reason for an account e-mail. Each has its own limit: registering a stranger's address again and again must not
 * use up its owner's resets.
 */
type AccountMailReason = "reset" | "registration" | "administrator" | "password" | "phone";

/**
 * Counts one requested account e-mail, whether or not the address has an account, so that callers can neither flood a
 * stranger's mailbox nor find out who has an account. Call it outside a transaction. Throws `rate_limited`.
 */
export async function countAccountMail(ctx: Ctx, email: string, reason: AccountMailReason): Promise<void> {
  const network = await countAttempt(ctx, `account-mail-network:${networkOf(ctx.request?.address ?? "")}`, hour);
  if (network.count > ctx.limits.accountMailsPerNetworkPerHour) throw tooMany(network.secondsLeft);
  await countMailTo(ctx, email, reason);
}

/**
 * Like `countAccountMail`, for an e-mail caused by the account itself: colleagues on one network do not share this
 * limit.
 */
export async function countMailTo(ctx: Ctx, email: string, reason: AccountMailReason): Promise<void> {
  // Anybody may register any address; the other e-mails go to addresses that have an account.
  const counted = reason === "registration" ? mailboxOf(email) : email;
  const mailbox = await countAttempt(ctx, `account-mail-${reason}:${hashAddress(counted)}`, hour);
  if (mailbox.count > ctx.limits.accountMailsPerAddressPerHour) throw tooMany(mailbox.secondsLeft);
}

function tooMany(retryAfterSeconds: number): DomainError {
  return new DomainError("rate_limited", {
    retryAfterSeconds,
    detail: "Too many e-mails were requested. Wait before you try again.",
  });
}

/** A live sign link of the account's address, or stronger. */
type AddressProof = { signRequestId: number } | Exclude<NonNullable<Account["emailProof"]>, "invitation">;

/**
 * Records that an account's address belongs to its owner, and how that was proved (docs/spec/api.md#proved-addresses).
 * Until then anybody may have registered it, so the first proof removes everything that could send the owner's codes or
 * events to a stranger. A sign link may have been forwarded, so a reset after it does the same. A confirmation with a
 * log-in does not: the person who opened the account by the link also reads the mailbox.
 * `prover` is the caller when the proof came with a log-in to this account: that session, the signature images, drafts
 * and templates stay. Otherwise a job also deletes content created in it (`removeUnprovedContent`), unless an
 * administrator created the account. Any other proof changes nothing. Returns true if the proof counts.
 */
export async function proveAddress(
  ctx: Ctx,
  accountId: number,
  proof: AddressProof,
  prover: AccountActor | null,
): Promise<boolean> {
  const isByLink = typeof proof === "object";
  if (prover !== null && !isByLink && (await confirmLinkProof(ctx, accountId, proof))) return true;
  const [account] = await ctx.db
    .update(accounts)
    .set({
      emailProvedAt: await ctx.now(),
      emailProof: isByLink ? "invitation" : proof,
      emailProofRequestId: isByLink ? proof.signRequestId : null,
      phone: null,
    })
    .where(and(eq(accounts.id, accountId), isByLink ? isNull(accounts.emailProvedAt) : not(mailboxProved())))
    .returning({ madeBy: accounts.madeBy, email: accounts.email, isNameByToken: accounts.isNameByToken });
  if (!account) return false;
  if (prover === null) await forgetNetworks(ctx, account.email);
  // An administrator gave the log-in to the person who prepared these drafts.
  const isGiven = account.madeBy === "administrator";
  if (prover === null && proof === "confirmation" && (!isGiven || account.isNameByToken))
    await removeUnprovedName(ctx, accountId);
  if (prover === null && !isGiven) await enqueue(ctx, "removeUnproved", { accountId });
  await removeUnprovedCredentials(ctx, accountId, prover);
  return true;
}

/** Strengthens the proof of an address that a sign link proved. False if it was not. */
async function confirmLinkProof(ctx: Ctx, accountId: number, proof: Account["emailProof"]): Promise<boolean> {
  const { rowCount } = await ctx.db
    .update(accounts)
    .set({ emailProvedAt: await ctx.now(), emailProof: proof, emailProofRequestId: null })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.emailProvedAt), eq(accounts.emailProof, "invitation")));
  return rowCount === 1;
}

/**
 * Removes the name and language of an account taken over by a reset, as after creation through a sign link: a stranger
 * or a stolen token set them. The owner sets their own.
 */
async function removeUnprovedName(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db
    .update(accounts)
    .set({ displayName: sql`${accounts.email}`, isNameByToken: false, language: null, timeZone: null })
    .where(eq(accounts.id, accountId));
}

/** Networks from which a stranger logged in must not count as the owner's. */
async function forgetNetworks(ctx: Ctx, email: string): Promise<void> {
  await ctx.db.execute(sql`delete from rate_counters where starts_with(key, ${knownNetworksKey(email)})`);
}

async function removeUnprovedCredentials(ctx: Ctx, accountId: number, prover: AccountActor | null): Promise<void> {
  const now = await ctx.now();
  await endSessions(ctx, accountId, prover?.sessionId);
  await revokeTokens(ctx, accountId);
  await ctx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.accountId, accountId));
  await ctx.db.delete(telegramLinks).where(eq(telegramLinks.accountId, accountId));
  await ctx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, accountId));
  await ctx.db.delete(drawingHandovers).where(eq(drawingHandovers.accountId, accountId));
  await ctx.db
    .update(accountSigningKeys)
    .set({ replacedAt: now, revokedAt: now, revocationReason: "cessationOfOperation" })
    .where(and(eq(accountSigningKeys.accountId, accountId), isNull(accountSigningKeys.revokedAt)));
  if (prover === null) await ctx.db.delete(storedSignatures).where(eq(storedSignatures.accountId, accountId));
}
