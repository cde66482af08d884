import { retryFailedDeliveryOperation } from "@/lib/api/operations/jobs";
import { route } from "@/lib/http/route";
import { getAnyDelivery } from "@/lib/webhooks/list-failed-deliveries";
import { retryFailedDelivery } from "@/lib/webhooks/retry-failed-delivery";
import { toFailedDeliveryWire } from "@/lib/webhooks/wire";

export const POST = route(
  retryFailedDeliveryOperation,
  async (ctx, actor, { params }) => toFailedDeliveryWire(await retryFailedDelivery(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }) => toFailedDeliveryWire(await getAnyDelivery(ctx, actor, params.id)),
  },
);
