import { route } from "@/lib/api/http/route";
import { listDeliveriesOperation } from "@/lib/api/operations/webhooks";
import { listDeliveries } from "@/lib/delivery/webhooks/deliveries";
import { toDeliveryListWire } from "@/lib/delivery/webhooks/wire";

export const GET = route(listDeliveriesOperation, async (ctx, actor, { params, query }) =>
  toDeliveryListWire(await listDeliveries(ctx, actor, params.id, query)),
);
