import { and, eq, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { assertAdmin } from "@/lib/accounts/actor";
import { noteAct } from "@/lib/administration/note-act";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { getAnyDelivery, type FailedDelivery } from "./list-failed-deliveries";

/**
 * Sends a delivery that was given up again, now, by an administrator: the same `webhook-id`, a schedule of its own. Throws `forbidden`,
 * `not_found` (also when it is no failed one), `validation_failed` while its owner's webhook is disabled.
 */
export async function retryFailedDelivery(ctx: Ctx, actor: Actor, id: number): Promise<FailedDelivery> {
  const acting = assertAdmin(actor);
  await ctx.tx(async (tx) => {
    const [found] = await tx.db
      .select({ disabledAt: webhookEndpoints.disabledAt })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, "failed")))
      .for("update");
    if (!found) throw new DomainError("not_found");
    if (found.disabledAt !== null)
      throw invalid("", "disabled", "This webhook is disabled; its owner enables it first");
    await tx.db
      .update(webhookDeliveries)
      .set({ status: "pending", tries: 0, nextAttemptAt: sql`now()` })
      .where(eq(webhookDeliveries.id, id));
    await noteAct(tx, acting, "delivery.retried", { deliveryId: id });
    await markDone(tx, { deliveryId: id });
  });
  ctx.wakeOutbox();
  return getAnyDelivery(ctx, actor, id);
}
