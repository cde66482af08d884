import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { accounts, sessions, type Account, type Session } from "@/db/schema/accounts";
import { liveSession } from "@/lib/accounts/live-session";
import type { Ctx } from "@/lib/context";

/** How old "last seen" may get before a call writes it anew. */
const lastSeenSeconds = 60;

/** Starts a session after a log-in; answers its id, the only time it is known. */
export async function startSession(ctx: Ctx, account: Account): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await ctx.db.insert(sessions).values({
    idHash: hashOf(id),
    accountId: account.id,
    address: ctx.request?.address ?? null,
    userAgent: ctx.request?.userAgent ?? null,
  });
  return id;
}

/** The live session with this id and its account: not ended, idle at most 24 h, at most 14 days old (docs/spec/limits.md). */
export async function findSession(ctx: Ctx, id: string): Promise<{ session: Session; account: Account } | null> {
  const [row] = await ctx.db
    .select({
      session: sessions,
      account: accounts,
      seenIsOld: sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(secs => ${lastSeenSeconds})`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.idHash, hashOf(id)), liveSession(ctx)));
  if (!row) return null;
  if (row.seenIsOld)
    await ctx.db
      .update(sessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(sessions.idHash, row.session.idHash));
  return { session: row.session, account: row.account };
}

/** Ends one session: the log-out. Ending it again does nothing. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.idHash, hashOf(id)), isNull(sessions.endedAt)));
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
