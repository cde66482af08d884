import { and, eq, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { lockOwnEndpoint } from "./find-endpoint";
import { getDelivery, type DeliveryRow } from "./list-deliveries";

/**
 * Sends a delivery again, now, with the same `webhook-id` and a schedule of its own; the tries before stay in its log. Throws `not_found`,
 * `forbidden`, `validation_failed` while the endpoint is disabled.
 */
export async function redeliver(
  ctx: Ctx,
  actor: Actor,
  input: { id: number; deliveryId: number },
): Promise<DeliveryRow> {
  await ctx.tx(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, actor, input.id);
    if (endpoint.disabledAt !== null) throw invalid("", "disabled", "This webhook is disabled; enable it first");
    const again = await tx.db
      .update(webhookDeliveries)
      .set({ status: "pending", tries: 0, nextAttemptAt: sql`now()` })
      .where(and(eq(webhookDeliveries.id, input.deliveryId), eq(webhookDeliveries.endpointId, input.id)))
      .returning({ id: webhookDeliveries.id });
    if (again.length === 0) throw new DomainError("not_found");
    await markDone(tx, { deliveryId: input.deliveryId });
  });
  ctx.wakeOutbox();
  return getDelivery(ctx, actor, input);
}
