import type { Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { recordAdminActivity } from "@/lib/records/admin-activity/record";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { findAccountLink, insertAccountLink, makeLinkToken, useAccountLink, voidAccountLinks } from "./account-link";
import { assertAdmin } from "./actor";
import { setPassword } from "./change-own-password";
import { countAccountMail } from "./confirm-address";
import { findAccountByEmail, getAccount } from "./find";
import { acceptPassword } from "./password-rules";
import { proveAddress } from "./prove-address";
import type { PasswordReset } from "./schema";
import { endSessions, revokeTokens } from "./still-acting";

/**
 * Sets a new password by a mailed link. Whoever knew the old one is out: every session and token ends. The lock after failed log-ins
 * ends too, and the address is proved. Throws `not_found`, `link_expired`, `validation_failed` (weak password; the link stays good).
 */
export async function resetPassword(ctx: Ctx, { token, password }: PasswordReset): Promise<Account> {
  const account = await findAccountLink(ctx, "reset", token);
  const passwordHash = await ctx.passwords.hash(acceptPassword("/password", password, account));
  await ctx.tx(async (inner) => {
    await useAccountLink(inner, "reset", token);
    await voidAccountLinks(inner, account.id, "reset");
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

/** Payload of the reset job, sealed. */
export interface ResetWish {
  email: string;
  token: string;
  /** An administrator made the account and sends its owner the first password's link. */
  isFirst?: boolean;
}

/**
 * Asks for a mail by which a new password can be set. It does the same work for every address: whether there is an account, only the
 * queued job looks up, so neither the answer nor its time tells. Throws `rate_limited`.
 */
export async function askForReset(ctx: Ctx, email: string): Promise<void> {
  await countAccountMail(ctx, email, "reset");
  const wish: ResetWish = { email, token: makeLinkToken() };
  await ctx.tx(async (inner) => {
    await enqueue(inner, "reset", {}, { secret: JSON.stringify(wish) });
    await markDone(inner, {});
  });
  ctx.wakeOutbox();
}

/** Makes the link that was wished for good; null when nobody has the address. */
export async function grantReset(ctx: Ctx, { email, token }: ResetWish): Promise<Account | null> {
  const found = await findAccountByEmail(ctx, email);
  if (!found) return null;
  await insertAccountLink(ctx, found.account.id, "reset", token);
  return found.account;
}

/**
 * Mails the owner of an account a link to set a password, by an administrator, who never learns it. Where the administrator made the account
 * and its password was never set since, the mail says so. Throws `forbidden`, `not_found`, `rate_limited`.
 */
export async function mailReset(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const acting = assertAdmin(actor);
  const account = await getAccount(ctx, id);
  if (account.erasedAt) throw new DomainError("not_found");
  await countAccountMail(ctx, account.email, "administrator");
  const wish: ResetWish = {
    email: account.email,
    token: makeLinkToken(),
    isFirst: account.madeBy === "administrator" && account.credentialsVersion === 1,
  };
  await ctx.tx(async (tx) => {
    await enqueue(tx, "reset", {}, { secret: JSON.stringify(wish) });
    await recordAdminActivity(tx, acting, "account.reset_mailed", { accountId: id });
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}
