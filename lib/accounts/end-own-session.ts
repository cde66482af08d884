import { and, eq, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { accountActor } from "./actor";
import { liveSession } from "./live-session";

/** Ends one of the caller's sessions at once, everywhere. Somebody else's and one that is over are `not_found`. */
export async function endOwnSession(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const { account } = accountActor(actor);
  const ended = await ctx.db.update(sessions).set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), eq(sessions.accountId, account.id), liveSession(ctx))).returning({ id: sessions.id });
  if (ended.length === 0) throw new DomainError("not_found");
}
