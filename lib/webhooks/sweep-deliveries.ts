import { and, lt, ne, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/db/schema/webhooks";
import type { Ctx } from "@/lib/context";

export const keptDays = 30;

/** Removes deliveries that are over, with what receivers answered, after 30 days (docs/spec/limits.md). Events stay. */
export async function sweepDeliveries(ctx: Ctx): Promise<void> {
  const isOld = lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${keptDays}::int)`);
  await ctx.db.delete(webhookDeliveries).where(and(isOld, ne(webhookDeliveries.status, "pending")));
}
