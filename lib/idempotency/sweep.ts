import { sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency";
import type { Ctx } from "@/lib/context";

/** Forgets the keys that are older than they are kept. Answers how many went. */
export async function sweepIdempotencyKeys(ctx: Ctx): Promise<number> {
  const gone = await ctx.db
    .delete(idempotencyKeys)
    .where(sql`${idempotencyKeys.createdAt} <= now() - make_interval(secs => ${ctx.limits.idempotencyKeySeconds})`)
    .returning({ key: idempotencyKeys.key });
  return gone.length;
}
