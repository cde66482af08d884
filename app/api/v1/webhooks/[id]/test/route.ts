import { route } from "@/lib/api/http/route";
import { testWebhookOperation } from "@/lib/api/operations/webhooks";
import { madeId } from "@/lib/context/idempotency/keys";
import { getDelivery, sendTest } from "@/lib/delivery/webhooks/deliveries";
import { toDeliveryWire } from "@/lib/delivery/webhooks/wire";

export const POST = route(
  testWebhookOperation,
  async (ctx, actor, { params }) => toDeliveryWire(await sendTest(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }, made) =>
      toDeliveryWire(await getDelivery(ctx, actor, { ...params, deliveryId: madeId(made, "deliveryId") })),
  },
);
