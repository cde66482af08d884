import { route } from "@/lib/api/http/route";
import { listFailedDeliveriesOperation } from "@/lib/api/operations/operating";
import { listFailedDeliveries } from "@/lib/delivery/webhooks/deliveries";
import { toFailedDeliveryListWire } from "@/lib/delivery/webhooks/wire";

export const GET = route(listFailedDeliveriesOperation, async (ctx, actor, { query }) =>
  toFailedDeliveryListWire(await listFailedDeliveries(ctx, actor, query)),
);
