import { route } from "@/lib/api/http/route";
import { redeliverOperation } from "@/lib/api/operations/webhooks";
import { getDelivery, redeliver } from "@/lib/delivery/webhooks/deliveries";
import { toDeliveryWire } from "@/lib/delivery/webhooks/wire";

export const POST = route(
  redeliverOperation,
  async (ctx, actor, { params }) => toDeliveryWire(await redeliver(ctx, actor, params)),
  {
    again: async (ctx, actor, { params }) => toDeliveryWire(await getDelivery(ctx, actor, params)),
  },
);
