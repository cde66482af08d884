import { and, eq, inArray, isNull } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { recordAdminActivity } from "@/lib/records/admin-activity/record";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { makeLinkToken } from "./account-link";
import { assertAdmin, assertFreshProof } from "./actor";
import { proveAddress } from "./confirm-address";
import { getAccount } from "./find";
import { acceptPassword, hashUnknownPassword, setPassword, type ResetRequest } from "./passwords";
import type { AccountChange } from "./schema";
import { assertStillActing, endSessions, revokeTokens } from "./still-acting";

/**
 * Changes an account, by an administrator. A new password is a reset: it ends the account's sessions, tokens and lock. The first proof of
 * an address that somebody else may have registered also removes the password, and the owner gets a link to set one. Password, role and a
 * proved address need the administrator's own recently given password, never a token, and the owner gets an e-mail about the first two.
 * Throws `forbidden`, `reauth_required`, `not_found`, `validation_failed` (weak password; the last administrator cannot be demoted).
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
  const unknownHash =
    change.emailProved && passwordHash === null && mayBeStrangers(before) ? await hashUnknownPassword(ctx) : null;
  return ctx
    .tx(async (inner) => {
      await assertStillActing(inner, acting);
      if (change.role !== undefined && change.role !== "admin") await keepOneAdministrator(inner, id);
      if (passwordHash !== null) {
        await setPassword(inner, id, passwordHash);
        await endSessions(inner, id);
        await revokeTokens(inner, id);
      }
      if (passwordHash !== null) await enqueue(inner, "accountMail", { template: "password_changed", accountId: id });
      if (change.role !== undefined && change.role !== before.role)
        await enqueue(inner, "accountMail", { template: "role_changed", accountId: id });
      if (change.role === "signer") await failPendingDeliveries(inner, id);
      const isFirstProof = change.emailProved === true && (await proveAddress(inner, id, "administrator", null));
      if (isFirstProof && unknownHash !== null) await takePassword(inner, before, unknownHash);
      // The account may have been erased since it was read, and writing the name now would restore it.
      const [account] = await inner.db
        .update(accounts)
        .set({ displayName, ...(change.role === undefined ? {} : { role: change.role }) })
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
 * Whether somebody other than the address's owner may have chosen the password: anybody can register an address or follow a forwarded link.
 */
function mayBeStrangers({ emailProvedAt, madeBy }: Account): boolean {
  return emailProvedAt === null && madeBy !== "administrator";
}

async function takePassword(ctx: Ctx, { id, email }: Account, unknownHash: string): Promise<void> {
  await setPassword(ctx, id, unknownHash);
  const request: ResetRequest = { email, token: makeLinkToken() };
  await enqueue(ctx, "reset", {}, { secret: JSON.stringify(request) });
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

/** Locks the administrators' rows, so that two of them cannot demote each other concurrently. */
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
