import { route } from "@/lib/api/http/route";
import { retryFailedDeliveryOperation } from "@/lib/api/operations/operating";
import { getAnyDelivery, retryFailedDelivery } from "@/lib/delivery/webhooks/deliveries";
import { toFailedDeliveryWire } from "@/lib/delivery/webhooks/wire";

export const POST = route(
  retryFailedDeliveryOperation,
  async (ctx, actor, { params }) => toFailedDeliveryWire(await retryFailedDelivery(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }) => toFailedDeliveryWire(await getAnyDelivery(ctx, actor, params.id)),
  },
);
