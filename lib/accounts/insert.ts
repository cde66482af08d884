import { accounts, type Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** Writes a new account. Throws `account_exists` when the address has one. */
export async function insertAccount(ctx: Ctx, values: typeof accounts.$inferInsert): Promise<Account> {
  const [account] = await ctx.db
    .insert(accounts)
    .values(values)
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  if (!account) throw new DomainError("account_exists");
  return account;
}
