import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { noteAct } from "@/lib/administration/note-act";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { assertAdmin, assertFreshProof } from "./actor";
import { endSessions, revokeTokens } from "./end-credentials";
import { getAccount } from "./find";
import { acceptPassword } from "./password-rules";
import { proveAddress } from "./prove-address";
import type { AccountChange } from "./schema";
import { setPassword } from "./set-password";

/**
 * Changes an account, by an administrator. A new password is a reset: it ends every session and token of the account and its
 * lock. Password, role and a proved address need the administrator's own password given a short while ago, never a token, and the owner
 * gets an e-mail about the first two.
 * Throws `forbidden`, `reauth_required`, `not_found`, `validation_failed` (weak password; the last administrator must stay one).
 */
export async function changeAccount(ctx: Ctx, actor: Actor, id: number, change: AccountChange): Promise<Account> {
  const acting = assertAdmin(actor);
  if (change.password !== undefined || change.role !== undefined || change.emailProved)
    await assertFreshProof(ctx, acting);
  const before = await getAccount(ctx, id);
  if (before.erasedAt) throw new DomainError("not_found");
  const displayName = change.displayName ?? before.displayName;
  const passwordHash =
    change.password === undefined
      ? null
      : await ctx.passwords.hash(acceptPassword("/password", change.password, { email: before.email, displayName }));
  return ctx.tx(async (inner) => {
    if (change.role !== undefined && change.role !== "admin") await keepOneAdministrator(inner, id);
    if (passwordHash !== null) {
      await setPassword(inner, id, passwordHash);
      await endSessions(inner, id);
      await revokeTokens(inner, id);
    }
    if (passwordHash !== null) await enqueue(inner, "accountMail", { template: "password_changed", accountId: id });
    if (change.role !== undefined && change.role !== before.role)
      await enqueue(inner, "accountMail", { template: "role_changed", accountId: id });
    if (change.emailProved) await proveAddress(inner, id, "administrator", null);
    const [account] = await inner.db
      .update(accounts)
      .set({ displayName, ...(change.role === undefined ? {} : { role: change.role }) })
      .where(eq(accounts.id, id))
      .returning();
    if (!account) throw new DomainError("not_found");
    const changed = Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    await noteAct(inner, acting, "account.changed", {
      accountId: id,
      names: changed.join(", "),
      ...(change.role === undefined ? {} : { role: change.role }),
    });
    await markDone(inner, { accountId: account.id });
    return account;
  });
}

/** Locks the administrators' rows, so that two of them cannot demote each other at the same instant. */
async function keepOneAdministrator(ctx: Ctx, id: number): Promise<void> {
  const administrators = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.role, "admin"))
    .orderBy(accounts.id)
    .for("update");
  if (administrators.length > 0 && administrators.every((account) => account.id === id)) {
    throw invalid("/role", "last_administrator", "The last administrator must stay one");
  }
}
