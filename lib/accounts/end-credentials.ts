import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { apiTokens, sessions } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";

/** Logs an account out everywhere, but for the session `kept`. */
export async function endSessions(ctx: Ctx, accountId: number, kept?: number): Promise<void> {
  await ctx.db.update(sessions).set({ endedAt: sql`now()` })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt), ...(kept === undefined ? [] : [ne(sessions.id, kept)])));
}

export async function revokeTokens(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.update(apiTokens).set({ revokedAt: sql`now()` }).where(and(eq(apiTokens.accountId, accountId), isNull(apiTokens.revokedAt)));
}
