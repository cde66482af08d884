import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { apiTokens, sessions } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { liveSession } from "./live-session";

/** Logs an account out everywhere, but for the session `kept`. Answers how many log-ins ended; those that were over by themselves do not count. */
export async function endSessions(ctx: Ctx, accountId: number, kept?: number): Promise<number> {
  const others = and(
    eq(sessions.accountId, accountId),
    isNull(sessions.endedAt),
    kept === undefined ? undefined : ne(sessions.id, kept),
  );
  const live = await ctx.db.$count(sessions, and(others, liveSession(ctx)));
  await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(others);
  return live;
}

/** Revokes the account's API tokens, but for the token `kept`. */
export async function revokeTokens(ctx: Ctx, accountId: number, kept?: number): Promise<void> {
  const others = and(
    eq(apiTokens.accountId, accountId),
    isNull(apiTokens.revokedAt),
    kept === undefined ? undefined : ne(apiTokens.id, kept),
  );
  await ctx.db
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(others);
}
