import { listFailedDeliveriesOperation } from "@/lib/api/operations/jobs";
import { route } from "@/lib/http/route";
import { listFailedDeliveries } from "@/lib/webhooks/list-failed-deliveries";
import { toFailedDeliveryListWire } from "@/lib/webhooks/wire";

export const GET = route(listFailedDeliveriesOperation, async (ctx, actor, { query }) =>
  toFailedDeliveryListWire(await listFailedDeliveries(ctx, actor, query)),
);
