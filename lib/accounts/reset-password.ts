import type { Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { recordAdminActivity } from "@/lib/records/admin-activity/record";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { findAccountLink, insertAccountLink, makeLinkToken, useAccountLink } from "./account-link";
import { assertAdmin } from "./actor";
import { setPassword } from "./change-own-password";
import { countAccountMail, proveAddress } from "./confirm-address";
import { findAccountByEmail, getAccount } from "./find";
import { acceptPassword } from "./password-rules";
import type { PasswordReset } from "./schema";
import { assertStaysActing, endSessions, revokeTokens } from "./still-acting";

/**
 * Sets a new password by a mailed link. Ends every session and token and the lock after failed log-ins, and proves the address. Throws
 * `not_found`, `link_expired`, `validation_failed` (weak password; the link stays valid).
 */
export async function resetPassword(ctx: Ctx, { token, password }: PasswordReset): Promise<Account> {
  const account = await findAccountLink(ctx, "reset", token);
  const passwordHash = await ctx.passwords.hash(acceptPassword("/password", password, account));
  await ctx.tx(async (inner) => {
    await useAccountLink(inner, "reset", token);
    await setPassword(inner, account.id, passwordHash);
    await endSessions(inner, account.id);
    await revokeTokens(inner, account.id);
    await proveAddress(inner, account.id, "confirmation", null);
    await enqueue(inner, "accountMail", { template: "password_changed", accountId: account.id });
    await markDone(inner, { accountId: account.id });
  });
  ctx.log.info({ request: ctx.request?.id, account: account.id }, "account: password reset by mail");
  ctx.wakeOutbox();
  return account;
}

/** Payload of the reset job, encrypted. */
export interface ResetRequest {
  email: string;
  token: string;
  /** An administrator created the account and sends its owner the link for the first password. */
  isFirst?: boolean;
}

/**
 * Requests a mail with a link to set a new password. Does the same work for every address: only the queued job looks the account up, so
 * neither the answer nor its timing reveals one. Throws `rate_limited`.
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
 * Mails an account's owner a link to set a password, by an administrator who never sees it. The mail says so if an administrator created
 * the account and its password has never been set. Throws `forbidden`, `not_found`, `rate_limited`.
 */
export async function mailReset(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const acting = assertAdmin(actor);
  const account = await getAccount(ctx, id);
  if (account.erasedAt) throw new DomainError("not_found");
  await countAccountMail(ctx, account.email, "administrator");
  const request: ResetRequest = {
    email: account.email,
    token: makeLinkToken(),
    isFirst: account.madeBy === "administrator" && account.credentialsVersion === 1,
  };
  await ctx.tx(async (tx) => {
    await assertStaysActing(tx, acting);
    await enqueue(tx, "reset", {}, { secret: JSON.stringify(request) });
    await recordAdminActivity(tx, acting, "account.reset_mailed", { accountId: id });
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}
