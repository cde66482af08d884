import { and, eq, isNull } from "drizzle-orm";
import { challenges } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";

/** Uses a code up, in the transaction of what it allows. False when it was used before. */
export async function consumeCode(ctx: Ctx, challengeId: number): Promise<boolean> {
  const consumed = await ctx.db
    .update(challenges)
    .set({ consumedAt: await ctx.now() })
    .where(and(eq(challenges.id, challengeId), isNull(challenges.consumedAt)))
    .returning({ id: challenges.id });
  return consumed.length > 0;
}
