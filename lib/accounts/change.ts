import { and, eq, inArray, isNull } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";
import { assertAdmin, assertFreshProof, isMailboxProved, mayRequest } from "./actor";
import { proveAddress } from "./confirm-address";
import { getAccount } from "./find";
import { acceptPassword, hashUnknownPassword, queuePasswordLink, replacePassword, setPassword } from "./passwords";
import type { AccountChange } from "./schema";
import { assertValidCredential } from "./valid-credential";

/**
 * Changes an account, by an administrator. A new password is a reset: it ends the account's sessions, tokens and lock.
 * The first proof of an address that somebody else may have registered also removes the password. Every change needs
 * the administrator's own recently given password, never a token: certificates and evidence state the name. The owner
 * gets an e-mail about each: a first proof without a new password sends a link to set one. Throws `forbidden`,
 * `reauth_required`, `not_found`, `validation_failed` (weak password; the last administrator cannot be demoted).
 */
export async function changeAccount(ctx: Ctx, actor: Actor, id: number, change: AccountChange): Promise<Account> {
  const acting = assertAdmin(actor);
  await assertFreshProof(ctx, acting);
  const before = await getAccount(ctx, id);
  if (before.erasedAt) throw new DomainError("not_found");
  const displayName = change.displayName ?? before.displayName;
  const passwordHash =
    change.password === undefined
      ? null
      : await ctx.passwords.hash(acceptPassword("/password", change.password, { email: before.email, displayName }));
  const unknownHash =
    change.emailProved && passwordHash === null && mayBeStrangers(before) ? await hashUnknownPassword(ctx) : null;
  return ctx
    .tx(async (inner) => {
      const isDemotion = change.role !== undefined && change.role !== "admin";
      const administrators = isDemotion ? await lockAdministrators(inner) : null;
      await assertValidCredential(inner, acting);
      if (administrators) assertOtherAdministrator(administrators, id, "/role");
      if (passwordHash !== null) await replacePassword(inner, id, passwordHash);
      if (change.role !== undefined && change.role !== before.role)
        await enqueue(inner, "accountMail", { template: "role_changed", accountId: id });
      if (displayName !== before.displayName)
        await enqueue(inner, "accountMail", { template: "name_changed", accountId: id });
      if (change.role !== undefined && !mayRequest(change.role)) await failPendingDeliveries(inner, id);
      const isFirstProof = change.emailProved === true && (await proveAddress(inner, id, "administrator", null));
      if (isFirstProof && unknownHash !== null) await setPassword(inner, id, unknownHash);
      if (isFirstProof && passwordHash === null)
        await queuePasswordLink(inner, before, unknownHash === null ? "proved" : "replaced");
      // The account may have been erased since it was read, and writing the name now would restore it.
      const [account] = await inner.db
        .update(accounts)
        .set({
          displayName,
          ...(displayName === before.displayName ? {} : { isNameByToken: false }),
          ...(change.role === undefined ? {} : { role: change.role }),
        })
        .where(and(eq(accounts.id, id), isNull(accounts.erasedAt)))
        .returning();
      if (!account) throw new DomainError("not_found");
      const changed = Object.entries(change)
        .filter(([, value]) => value !== undefined)
        .map(([name]) => name);
      await recordAdminActivity(inner, acting, "account.changed", {
        accountId: id,
        names: changed.join(", "),
        ...(change.role === undefined ? {} : { role: change.role }),
      });
      await markDone(inner, { accountId: account.id });
      return account;
    })
    .finally(() => ctx.wakeOutbox());
}

/**
 * Whether somebody other than the address's owner may have chosen the password: anybody can register an address or
 * follow a forwarded link.
 */
function mayBeStrangers(account: Account): boolean {
  return !isMailboxProved(account) && account.madeBy !== "administrator";
}

/** The account's webhooks receive nothing more; retries of pending deliveries would go on for three days. */
async function failPendingDeliveries(ctx: Ctx, accountId: number): Promise<void> {
  const own = ctx.db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.accountId, accountId));
  await ctx.db
    .update(webhookDeliveries)
    .set({ status: "failed" })
    .where(and(inArray(webhookDeliveries.endpointId, own), eq(webhookDeliveries.status, "pending")));
}

/**
 * Locks the rows of all administrators until the transaction ends, and returns their ids. A transaction that ends an
 * administrator's role calls it before it locks any account: two of them then wait for each other in one order.
 */
export async function lockAdministrators(ctx: Ctx): Promise<number[]> {
  const administrators = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.role, "admin"))
    .orderBy(accounts.id)
    .for("no key update");
  return administrators.map(({ id }) => id);
}

/** Throws `validation_failed` at the pointer unless one of the locked administrators is another account. */
export function assertOtherAdministrator(administrators: readonly number[], id: number, pointer: string): void {
  if (administrators.every((administrator) => administrator === id))
    throw invalid(pointer, "last_administrator", "The last administrator must stay; make another one first");
}
