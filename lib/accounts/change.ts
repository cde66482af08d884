import { and, eq, isNull, sql } from "drizzle-orm";
import { accounts, apiTokens, sessions, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { assertAdmin } from "./actor";
import { acceptPassword } from "./password-rules";
import type { AccountChange } from "./schema";

/**
 * Changes an account, by an administrator. A new password is a reset: it ends every session and token of the account and its
 * lock. Throws `forbidden`, `not_found`, `validation_failed` (weak password; the last administrator must stay one).
 */
export async function changeAccount(ctx: Ctx, actor: Actor, id: number, change: AccountChange): Promise<Account> {
  assertAdmin(actor);
  const before = await getAccount(ctx, id);
  const displayName = change.displayName ?? before.displayName;
  const passwordHash = change.password === undefined ? null : await ctx.passwords.hash(acceptPassword("/password", change.password, { email: before.email, displayName }));
  return ctx.tx(async (inner) => {
    if (change.role !== undefined && change.role !== "admin") await keepOneAdministrator(inner, id);
    if (passwordHash !== null) await endCredentials(inner, id);
    const [account] = await inner.db.update(accounts).set({
      displayName,
      ...(change.role === undefined ? {} : { role: change.role }),
      ...(change.emailProved && before.emailProvedAt === null ? { emailProvedAt: await inner.now(), emailProof: "administrator" as const } : {}),
      ...(passwordHash === null ? {} : { passwordHash, failedLoginsInRow: 0, credentialsVersion: sql`${accounts.credentialsVersion} + 1` }),
    }).where(eq(accounts.id, id)).returning();
    if (!account) throw new DomainError("not_found");
    return account;
  });
}

async function getAccount(ctx: Ctx, id: number): Promise<Account> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
  if (!account) throw new DomainError("not_found");
  return account;
}

/** Locks the administrators' rows, so that two of them cannot demote each other at the same instant. */
async function keepOneAdministrator(ctx: Ctx, id: number): Promise<void> {
  const administrators = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, "admin")).orderBy(accounts.id).for("update");
  if (administrators.length > 0 && administrators.every((account) => account.id === id)) {
    throw invalid("/role", "last_administrator", "The last administrator must stay one");
  }
}

async function endCredentials(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.update(sessions).set({ endedAt: sql`now()` }).where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt)));
  await ctx.db.update(apiTokens).set({ revokedAt: sql`now()` }).where(and(eq(apiTokens.accountId, accountId), isNull(apiTokens.revokedAt)));
}
