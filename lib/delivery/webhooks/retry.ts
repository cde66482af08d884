import { and, eq, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { recordAdminActivity } from "@/lib/records/admin-activity/record";
import { lockOwnEndpoint } from "./endpoints";
import { getAnyDelivery, getDelivery, type DeliveryRow, type FailedDelivery } from "./list-deliveries";

/**
 * Retries a delivery now, with the same `webhook-id` and a new schedule; earlier tries stay in its log. Throws `not_found`, `forbidden`,
 * `validation_failed` while the endpoint is disabled.
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
  ctx.noteDelivery?.();
  ctx.wakeOutbox();
  return getDelivery(ctx, actor, input);
}

/**
 * Lets an administrator retry a failed delivery now, with the same `webhook-id` and a new schedule. Throws `forbidden`, `not_found` (also
 * when it has not failed), `validation_failed` while its owner's webhook is disabled, or its owner may not request signatures.
 */
export async function retryFailedDelivery(ctx: Ctx, actor: Actor, id: number): Promise<FailedDelivery> {
  const acting = assertAdmin(actor);
  await ctx.tx(async (tx) => {
    const [found] = await tx.db
      .select({ disabledAt: webhookEndpoints.disabledAt, role: accounts.role })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
      .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, "failed")))
      .for("update", { of: webhookDeliveries });
    if (!found) throw new DomainError("not_found");
    if (found.disabledAt !== null || found.role === "signer")
      throw invalid("", "disabled", "This webhook is disabled; its owner enables it first");
    await tx.db
      .update(webhookDeliveries)
      .set({ status: "pending", tries: 0, nextAttemptAt: sql`now()` })
      .where(eq(webhookDeliveries.id, id));
    await recordAdminActivity(tx, acting, "delivery.retried", { deliveryId: id });
    await markDone(tx, { deliveryId: id });
  });
  ctx.noteDelivery?.();
  ctx.wakeOutbox();
  return getAnyDelivery(ctx, actor, id);
}
