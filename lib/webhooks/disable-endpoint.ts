import { and, eq, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import type { Ctx } from "@/lib/context";

/**
 * Nothing more goes to an endpoint: what was still to be sent has failed, and can be delivered again by hand when it is enabled. Call it in
 * a transaction that holds the endpoint's row.
 */
export async function disableEndpoint(
  ctx: Ctx,
  endpointId: number,
  reason: NonNullable<WebhookEndpoint["disabledReason"]>,
): Promise<void> {
  await ctx.db
    .update(webhookEndpoints)
    .set({ disabledAt: sql`now()`, disabledReason: reason })
    .where(eq(webhookEndpoints.id, endpointId));
  await ctx.db
    .update(webhookDeliveries)
    .set({ status: "failed" })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, "pending")));
}
