import { route } from "@/lib/api/http/route";
import { listFailedDeliveriesOperation } from "@/lib/api/operations/jobs";
import { listFailedDeliveries } from "@/lib/delivery/webhooks/list-deliveries";
import { toFailedDeliveryListWire } from "@/lib/delivery/webhooks/wire";

export const GET = route(listFailedDeliveriesOperation, async (ctx, actor, { query }) =>
  toFailedDeliveryListWire(await listFailedDeliveries(ctx, actor, query)),
);
