import { eq, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

const findByEmail = perDatabase((db) =>
  db
    .select({ account: accounts, readAt: sql<string>`clock_timestamp()` })
    .from(accounts)
    .where(eq(accounts.email, sql.placeholder("email")))
    .prepare("find_account_by_email"),
);

/** The account of an address in any case, with the database's time at which it was read; null when there is none. */
export async function findAccountByEmail(ctx: Ctx, email: string): Promise<{ account: Account; readAt: Date } | null> {
  const [row] = await findByEmail(ctx.db).execute({ email: email.toLowerCase() });
  return row ? { account: row.account, readAt: new Date(row.readAt) } : null;
}

/** Throws `not_found`. */
export async function getAccount(ctx: Ctx, id: number): Promise<Account> {
  const account = await findAccountById(ctx, id);
  if (!account) throw new DomainError("not_found");
  return account;
}

export async function findAccountById(ctx: Ctx, id: number): Promise<Account | null> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}
