import { route } from "@/lib/api/http/route";
import { redeliverOperation } from "@/lib/api/operations/webhooks";
import { getDelivery } from "@/lib/delivery/webhooks/list-deliveries";
import { redeliver } from "@/lib/delivery/webhooks/retry";
import { toDeliveryWire } from "@/lib/delivery/webhooks/wire";

export const POST = route(
  redeliverOperation,
  async (ctx, actor, { params }) => toDeliveryWire(await redeliver(ctx, actor, params)),
  {
    again: async (ctx, actor, { params }) => toDeliveryWire(await getDelivery(ctx, actor, params)),
  },
);
