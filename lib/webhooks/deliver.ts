import { eq } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { events } from "@/db/views";
import type { Ctx } from "@/lib/context";
import { attemptDelivery } from "./attempt-delivery";
import { settleDelivery } from "./settle-delivery";

/** Makes one try of a claimed delivery. A worker that dies between the two halves leaves it to be sent again, with the same `webhook-id`. */
export async function deliver(
  ctx: Ctx,
  worker: string,
  deliveryId: number,
  schedule: readonly number[],
): Promise<void> {
  const [row] = await ctx.db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints, event: events })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .leftJoin(events, eq(webhookDeliveries.eventId, events.id))
    .where(eq(webhookDeliveries.id, deliveryId));
  if (!row) return;
  const outcome = await attemptDelivery(ctx, row.endpoint, row.delivery, row.event);
  await settleDelivery(ctx, worker, row.delivery, outcome, schedule);
}
