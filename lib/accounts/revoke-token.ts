import { and, eq, isNull, sql } from "drizzle-orm";
import { apiTokens } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { accountActor } from "./actor";

/** Ends one of the caller's tokens at once, everywhere. Somebody else's and a revoked one are `not_found`. */
export async function revokeToken(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const { account } = accountActor(actor);
  await ctx.tx(async (inner) => {
    const revoked = await inner.db
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiTokens.id, id), eq(apiTokens.accountId, account.id), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id });
    if (revoked.length === 0) throw new DomainError("not_found");
    await markDone(inner, {});
  });
}
