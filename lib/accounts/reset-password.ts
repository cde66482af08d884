import type { Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { findAccountLink, useAccountLink, voidAccountLinks } from "./account-link";
import { endSessions, revokeTokens } from "./end-credentials";
import { acceptPassword } from "./password-rules";
import { proveAddress } from "./prove-address";
import type { PasswordReset } from "./schema";
import { setPassword } from "./set-password";

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
