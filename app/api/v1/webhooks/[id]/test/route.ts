import { testWebhookOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";
import { getDelivery } from "@/lib/webhooks/list-deliveries";
import { sendTest } from "@/lib/webhooks/send-test";
import { toDeliveryWire } from "@/lib/webhooks/wire";

export const POST = route(
  testWebhookOperation,
  async (ctx, actor, { params }) => toDeliveryWire(await sendTest(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }, made) =>
      toDeliveryWire(await getDelivery(ctx, actor, { ...params, deliveryId: madeId(made, "deliveryId") })),
  },
);
