import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { accounts, apiTokens, sessions } from "@/db/schema/accounts";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/**
 * Looks in the caller's transaction whether the credential that asks is still good, and holds the account's row until the commit. What gives access
 * to an account calls it: a reset of the password waits for it and ends what it made, or has ended the credential before. Throws `unauthenticated`.
 */
export async function assertStillActing(ctx: Ctx, actor: AccountActor): Promise<void> {
  const [now] = await ctx.db
    .select({ version: accounts.credentialsVersion, erasedAt: accounts.erasedAt })
    .from(accounts)
    .where(eq(accounts.id, actor.account.id))
    .for("no key update");
  if (now && now.erasedAt === null && (await isGood(ctx, actor, now.version))) return;
  throw new DomainError("unauthenticated", { detail: "The credential was withdrawn while the request was under way" });
}

async function isGood(ctx: Ctx, { account, sessionId, tokenId }: AccountActor, version: number): Promise<boolean> {
  if (sessionId !== undefined)
    return (await ctx.db.$count(sessions, and(eq(sessions.id, sessionId), liveSession(ctx)))) > 0;
  if (tokenId !== undefined)
    return (await ctx.db.$count(apiTokens, and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))) > 0;
  return account.credentialsVersion === version;
}

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

/** Not ended, idle at most 24 h, at most 14 days old (docs/spec/limits.md). */
export function liveSession({ limits }: Pick<Ctx, "limits">) {
  return and(
    isNull(sessions.endedAt),
    sql`${sessions.lastSeenAt} > now() - make_interval(secs => ${limits.sessionIdleSeconds})`,
    sql`${sessions.createdAt} > now() - make_interval(secs => ${limits.sessionTotalSeconds})`,
  );
}
