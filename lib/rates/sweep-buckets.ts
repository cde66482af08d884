import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

/** A bucket that nobody has asked for so long is full again, as one that does not exist is. */
const idleSeconds = 3600;

/** Now and then a new bucket pays for the old ones, so that the table does not grow for ever. */
export async function sweepBuckets(ctx: Ctx): Promise<void> {
  if (randomInt(500) !== 0) return;
  await ctx.db.execute(sql`delete from rate_buckets where at < now() - make_interval(secs => ${idleSeconds})`);
}
