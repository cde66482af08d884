import { listDeliveriesOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";
import { toDeliveryListWire } from "@/lib/webhooks/wire";

export const GET = route(listDeliveriesOperation, async (ctx, actor, { params, query }) =>
  toDeliveryListWire(await listDeliveries(ctx, actor, params.id, query)),
);
