import { and, desc, eq } from "drizzle-orm";
import { sessions, type Session } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { accountActor } from "./actor";
import { liveSession } from "./live-session";

export interface OwnSession {
  session: Session;
  /** The one that asks. */
  isCurrent: boolean;
}

/** Where the caller is logged in, the last used first. */
export async function listSessions(ctx: Ctx, actor: Actor): Promise<OwnSession[]> {
  const { account, sessionId } = accountActor(actor);
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, account.id), liveSession(ctx)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((session) => ({ session, isCurrent: session.id === sessionId }));
}
