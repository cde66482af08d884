import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { telegramLinkTokens } from "@/db/schema/messages";
import type { PasswordLinkOccasion } from "@/lib/channels/templates/account";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";
import { findAccountLink, insertAccountLink, makeLinkToken, useAccountLink, voidAccountLinks } from "./account-link";
import { accountActor, assertAdmin, assertFreshProof, isMailboxProved } from "./actor";
import common from "./common-passwords.json";
import { countAccountMail, countMailTo, proveAddress } from "./confirm-address";
import { findAccountByEmail, getAccount } from "./find";
import type { PasswordReset } from "./schema";
import { assertValidCredentialAtEnd, assertValidCredential, endSessions, revokeTokens } from "./valid-credential";

/**
 * Changes the caller's own password. Every other session ends everywhere; the calling one stays, and so do API
 * tokens, which can be revoked one by one. The owner gets an e-mail. While the address is unproved, the recipient may
 * be a stranger, so such e-mails are limited. Throws `reauth_required`, `validation_failed` (weak password),
 * `rate_limited`.
 */
export async function changeOwnPassword(ctx: Ctx, actor: Actor, password: string): Promise<void> {
  const acting = accountActor(actor);
  await assertFreshProof(ctx, acting);
  const accepted = acceptPassword("/password", password, acting.account);
  if (!isMailboxProved(acting.account)) await countMailTo(ctx, acting.account.email, "password");
  const passwordHash = await ctx.passwords.hash(accepted);
  const accountId = acting.account.id;
  await ctx.tx(async (inner) => {
    await assertValidCredential(inner, acting);
    await setPassword(inner, accountId, passwordHash);
    await endSessions(inner, accountId, acting.sessionId);
    await enqueue(inner, "accountMail", { template: "password_changed", accountId });
    await markDone(inner, {});
  });
  ctx.log.info({ request: ctx.request?.id, account: accountId }, "account: password changed");
  ctx.wakeOutbox();
}

/**
 * Stores a password's hash. Voids the remembered old password in every process, a lock, e-mailed links to set another
 * password, and links to the bot that somebody with the old password may have created.
 */
export async function setPassword(ctx: Ctx, accountId: number, passwordHash: string): Promise<void> {
  await ctx.db
    .update(accounts)
    .set({ passwordHash, failedLoginsInRow: 0, credentialsVersion: sql`${accounts.credentialsVersion} + 1` })
    .where(eq(accounts.id, accountId));
  await voidAccountLinks(ctx, accountId, "reset");
  await ctx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, accountId));
}

/** A new password in place of a lost one: ends sessions, API tokens and the lock, and the owner gets an e-mail. */
export async function replacePassword(ctx: Ctx, accountId: number, passwordHash: string): Promise<void> {
  await setPassword(ctx, accountId, passwordHash);
  await endSessions(ctx, accountId);
  await revokeTokens(ctx, accountId);
  await enqueue(ctx, "accountMail", { template: "password_changed", accountId });
}

/**
 * The hash of an unknown random password: nobody can log in before another is set through an e-mailed link or by an
 * administrator.
 */
export async function hashUnknownPassword(ctx: Ctx): Promise<string> {
  return ctx.passwords.hash(randomBytes(32).toString("base64url"));
}

/**
 * Sets a new password through an e-mailed link. Ends every session and token and the lock after failed log-ins, and
 * proves the address. Throws `not_found`, `link_expired`, `validation_failed` (weak password; the link stays valid).
 */
export async function resetPassword(ctx: Ctx, { token, password }: PasswordReset): Promise<Account> {
  const account = await findAccountLink(ctx, "reset", token);
  const passwordHash = await ctx.passwords.hash(acceptPassword("/password", password, account));
  await ctx.tx(async (inner) => {
    await useAccountLink(inner, "reset", token);
    await replacePassword(inner, account.id, passwordHash);
    await proveAddress(inner, account.id, "confirmation", null);
    await markDone(inner, { accountId: account.id });
  });
  ctx.log.info({ request: ctx.request?.id, account: account.id }, "account: password reset by mail");
  ctx.wakeOutbox();
  return account;
}

/**
 * Replaces a password by the operator, who has the server and its database: nobody else can help the last administrator
 * without an e-mail provider. `password` is null for a random one. Returns the password. Throws `not_found`,
 * `validation_failed` (weak password).
 */
export async function setPasswordAsOperator(ctx: Ctx, email: string, password: string | null): Promise<string> {
  const found = await findAccountByEmail(ctx, email);
  if (!found) throw new DomainError("not_found");
  const { account } = found;
  const accepted =
    password === null ? randomBytes(18).toString("base64url") : acceptPassword("/password", password, account);
  const passwordHash = await ctx.passwords.hash(accepted);
  await ctx.tx(async (inner) => {
    await replacePassword(inner, account.id, passwordHash);
    await recordAdminActivity(inner, null, "account.password_set", { accountId: account.id });
  });
  ctx.log.info({ account: account.id }, "account: password set by the operator");
  ctx.wakeOutbox();
  return accepted;
}

/** Payload of the reset job, encrypted. */
export interface ResetRequest {
  email: string;
  token: string;
  /** Of an administrator's link. Not set: somebody asked to reset the password. */
  occasion?: PasswordLinkOccasion | "reset" | undefined;
}

/** Queues an e-mail with a link to set a password, on behalf of an administrator, which explains the occasion. */
export async function queuePasswordLink(
  ctx: Ctx,
  { email }: Pick<Account, "email">,
  occasion: ResetRequest["occasion"],
): Promise<void> {
  const request: ResetRequest = { email, token: makeLinkToken(), occasion };
  await enqueue(ctx, "reset", {}, { secret: JSON.stringify(request) });
}

/**
 * Requests an e-mail with a link to set a new password. Does the same work for every address: only the queued job
 * looks the account up, so neither the answer nor its timing reveals one. Throws `rate_limited`.
 */
export async function askForReset(ctx: Ctx, email: string): Promise<void> {
  await countAccountMail(ctx, email, "reset");
  const request: ResetRequest = { email, token: makeLinkToken() };
  await ctx.tx(async (inner) => {
    await enqueue(inner, "reset", {}, { secret: JSON.stringify(request) });
    await markDone(inner, {});
  });
  ctx.wakeOutbox();
}

/** Creates the requested link; null when no account has the address. */
export async function grantReset(ctx: Ctx, { email, token }: ResetRequest): Promise<Account | null> {
  const found = await findAccountByEmail(ctx, email);
  if (!found) return null;
  await insertAccountLink(ctx, found.account.id, "reset", token);
  return found.account;
}

/**
 * E-mails an account's owner a link to set a password, on behalf of an administrator, who never sees it. The e-mail
 * states that an administrator sent the link, and for an account with its first password, that one created the
 * account. Throws `forbidden`, `not_found`, `rate_limited`.
 */
export async function mailReset(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const acting = assertAdmin(actor);
  const account = await getAccount(ctx, id);
  if (account.erasedAt) throw new DomainError("not_found");
  await countAccountMail(ctx, account.email, "administrator");
  await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, acting);
    const isNew = account.madeBy === "administrator" && account.credentialsVersion === 1;
    await queuePasswordLink(tx, account, isNew ? "new" : "reset");
    await recordAdminActivity(tx, acting, "account.reset_mailed", { accountId: id });
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}

const commonPasswords = new Set<string>(common.passwords);
export const shortest = 10;
export const longest = 128;
const serviceWords = ["paraph", "signature", "signing"];

interface PasswordOwner {
  email: string;
  displayName: string;
}

/**
 * The password in NFC, if it is acceptable for an account (docs/spec/limits.md): 10–128 characters, not among the
 * most common, and more than obvious words for this person. Throws `validation_failed` at `pointer`.
 */
export function acceptPassword(pointer: string, password: string, owner: PasswordOwner): string {
  const normal = password.normalize("NFC");
  const length = [...normal].length;
  if (length < shortest)
    throw invalid(pointer, "too_short", `The password needs at least ${shortest} characters`, shortest);
  if (length > longest) throw invalid(pointer, "too_long", `The password needs at most ${longest} characters`, longest);
  if (isGuessable(normal, owner))
    throw invalid(pointer, "password_common", "The password is among those that are tried first; choose another");
  return normal;
}

/** True for a common password, and for one that is little more than words of its owner and of this service. */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const lower = password.normalize("NFC").toLowerCase();
  if (commonPasswords.has(lower)) return true;
  const words = wordsOf(owner);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), lower);
  return rest !== lower && rest.replace(/[^\p{L}\p{N}]/gu, "").length < 6;
}

/** Longest first, so that a word inside another leaves no remainder. */
function wordsOf({ email, displayName }: PasswordOwner): string[] {
  const own = [email.toLowerCase(), ...`${email} ${displayName}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)];
  return [...serviceWords, ...own].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}
