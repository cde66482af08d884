import { eq } from "drizzle-orm";
import { webhookEndpoints } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { lockOwnEndpoint } from "./find-endpoint";

/** Ends a subscription, with its log of deliveries; the events stay. Throws `not_found`, `forbidden`. */
export async function removeEndpoint(ctx: Ctx, actor: Actor, id: number): Promise<{ message: string }> {
  await ctx.tx(async (tx) => {
    await lockOwnEndpoint(tx, actor, id);
    await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await markDone(tx, { webhookId: id });
  });
  return { message: "The webhook is deleted." };
}
