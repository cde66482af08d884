import { and, desc, eq, sql } from "drizzle-orm";
import { sessions, type Session } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError } from "@/lib/platform/errors";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";
import { accountActor, assertAdmin } from "./actor";
import { getAccount } from "./find";
import { assertValidCredentialAtEnd, endSessions, liveSession } from "./valid-credential";

export interface OwnSession {
  session: Session;
  /** The calling session. */
  isCurrent: boolean;
}

/** The caller's sessions, last used first. */
export async function listSessions(ctx: Ctx, actor: Actor): Promise<OwnSession[]> {
  const { account, sessionId } = accountActor(actor);
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, account.id), liveSession(ctx)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((session) => ({ session, isCurrent: session.id === sessionId }));
}

/**
 * Ends one of the caller's sessions at once, everywhere. Throws `not_found` for another account's session and for an
 * ended one.
 */
export async function endOwnSession(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const { account } = accountActor(actor);
  await ctx.tx(async (inner) => {
    const ended = await inner.db
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .where(and(eq(sessions.id, id), eq(sessions.accountId, account.id), liveSession(inner)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new DomainError("not_found");
    await markDone(inner, {});
  });
}

/**
 * Ends all the caller's sessions except the calling one; with a token or the password, all of them. Returns how many
 * ended.
 */
export async function endOtherSessions(ctx: Ctx, actor: Actor): Promise<number> {
  const { account, sessionId } = accountActor(actor);
  return ctx.tx(async (tx) => {
    const ended = await endSessions(tx, account.id, sessionId);
    await markDone(tx, { ended });
    return ended;
  });
}

/**
 * Logs an account out everywhere, by an administrator; the administrator's own calling session stays. Returns how
 * many ended. Throws `forbidden`, `not_found`, `unauthenticated` when the administrator's own credential has ended in
 * the meantime.
 */
export async function endSessionsOf(ctx: Ctx, actor: Actor, id: number): Promise<number> {
  const acting = assertAdmin(actor);
  const account = await getAccount(ctx, id);
  if (account.erasedAt) throw new DomainError("not_found");
  return ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, acting);
    const ended = await endSessions(tx, id, id === acting.account.id ? acting.sessionId : undefined);
    await recordAdminActivity(tx, acting, "account.signed_out", { accountId: id, count: ended });
    await markDone(tx, { ended });
    return ended;
  });
}
