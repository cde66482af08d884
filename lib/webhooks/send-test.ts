import { webhookDeliveries } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context";
import { newEventId } from "@/lib/events/record-events";
import { markDone } from "@/lib/idempotency/mark-done";
import { lockOwnEndpoint } from "./find-endpoint";
import type { DeliveryRow } from "./list-deliveries";

/** Sends a `webhook.test` once, to a disabled endpoint too; whatever comes of it changes nothing for the endpoint. Throws `not_found`, `forbidden`. */
export async function sendTest(ctx: Ctx, actor: Actor, id: number): Promise<DeliveryRow> {
  const delivery = await ctx.tx(async (tx) => {
    await lockOwnEndpoint(tx, actor, id);
    const [made] = await tx.db.insert(webhookDeliveries).values({ endpointId: id, publicId: newEventId() }).returning();
    if (!made) throw new Error("the test was not stored");
    await markDone(tx, { deliveryId: made.id });
    return made;
  });
  ctx.wakeOutbox();
  return { delivery, event: null };
}
