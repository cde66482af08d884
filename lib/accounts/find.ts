import { eq, sql } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";

/** The account of an address in any case, with the database's time at which it was read; null when there is none. */
export async function findAccountByEmail(ctx: Ctx, email: string): Promise<{ account: Account; readAt: Date } | null> {
  const [row] = await ctx.db.select({ account: accounts, readAt: sql<string>`clock_timestamp()` }).from(accounts).where(eq(accounts.email, email.toLowerCase()));
  return row ? { account: row.account, readAt: new Date(row.readAt) } : null;
}
