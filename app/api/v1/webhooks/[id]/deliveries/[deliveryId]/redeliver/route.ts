import { redeliverOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { getDelivery } from "@/lib/webhooks/list-deliveries";
import { redeliver } from "@/lib/webhooks/redeliver";
import { toDeliveryWire } from "@/lib/webhooks/wire";

export const POST = route(
  redeliverOperation,
  async (ctx, actor, { params }) => toDeliveryWire(await redeliver(ctx, actor, params)),
  {
    again: async (ctx, actor, { params }) => toDeliveryWire(await getDelivery(ctx, actor, params)),
  },
);
