import { route } from "@/lib/api/http/route";
import { retryFailedDeliveryOperation } from "@/lib/api/operations/jobs";
import { getAnyDelivery } from "@/lib/delivery/webhooks/list-deliveries";
import { retryFailedDelivery } from "@/lib/delivery/webhooks/retry";
import { toFailedDeliveryWire } from "@/lib/delivery/webhooks/wire";

export const POST = route(
  retryFailedDeliveryOperation,
  async (ctx, actor, { params }) => toFailedDeliveryWire(await retryFailedDelivery(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }) => toFailedDeliveryWire(await getAnyDelivery(ctx, actor, params.id)),
  },
);
