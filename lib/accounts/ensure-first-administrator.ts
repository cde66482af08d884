import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { acceptPassword } from "./password-rules";

/**
 * At start: creates the first administrator from the configuration. Does nothing once one exists, so that the configuration cannot restore
 * a changed password. Safe when two processes start concurrently. Throws `validation_failed` (weak password).
 */
export async function ensureFirstAdministrator(
  ctx: Ctx,
  administrator: { email: string; password: string },
): Promise<void> {
  const [existing] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, "admin")).limit(1);
  if (existing) return;
  const email = administrator.email.toLowerCase();
  const password = acceptPassword("/ADMIN_PASSWORD", administrator.password, { email, displayName: email });
  await insertAccount(ctx, {
    email,
    displayName: email,
    passwordHash: await ctx.passwords.hash(password),
    role: "admin",
    madeBy: "administrator",
    emailProvedAt: await ctx.now(),
    emailProof: "administrator",
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "account_exists")) throw error;
  });
}

/** Inserts an account. Throws `account_exists` when the address has one. */
export async function insertAccount(ctx: Ctx, values: typeof accounts.$inferInsert): Promise<Account> {
  const [account] = await ctx.db
    .insert(accounts)
    .values(values)
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  if (!account) throw new DomainError("account_exists");
  return account;
}
