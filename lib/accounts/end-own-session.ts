import { and, eq, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { accountActor } from "./actor";
import { liveSession } from "./live-session";

/** Ends one of the caller's sessions at once, everywhere. Somebody else's and one that is over are `not_found`. */
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
