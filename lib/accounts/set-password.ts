import { eq, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";

/** Writes a password's hash; what was remembered of the old one ends on every process, and so does a lock. */
export async function setPassword(ctx: Ctx, accountId: number, passwordHash: string): Promise<void> {
  await ctx.db
    .update(accounts)
    .set({ passwordHash, failedLoginsInRow: 0, credentialsVersion: sql`${accounts.credentialsVersion} + 1` })
    .where(eq(accounts.id, accountId));
}
