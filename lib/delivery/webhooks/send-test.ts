import { webhookDeliveries } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { newEventId } from "@/lib/records/events/record-events";
import { lockOwnEndpoint } from "./endpoints";
import type { DeliveryRow } from "./list-deliveries";

/**
 * Sends a `webhook.test` once, also to a disabled endpoint; the outcome does not change the endpoint. Throws `not_found`, `forbidden`, and
 * `validation_failed` for a form callback, because a test is not a signed document.
 */
export async function sendTest(ctx: Ctx, actor: Actor, id: number): Promise<DeliveryRow> {
  const delivery = await ctx.tx(async (tx) => {
    const { format } = await lockOwnEndpoint(tx, actor, id);
    if (format === "multipart")
      throw invalid(
        "",
        "not_testable",
        "This callback is sent the signed document as a form, once, at the end; there is no test of it",
      );
    const [made] = await tx.db.insert(webhookDeliveries).values({ endpointId: id, publicId: newEventId() }).returning();
    if (!made) throw new Error("the test was not stored");
    await markDone(tx, { deliveryId: made.id });
    return made;
  });
  ctx.wakeOutbox();
  return { delivery, event: null };
}
