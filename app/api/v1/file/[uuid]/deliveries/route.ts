import { route } from "@/lib/api/http/route";
import { listFileDeliveriesOperation } from "@/lib/api/operations/webhooks";
import { listFileDeliveries } from "@/lib/delivery/webhooks/deliveries";
import { toFileDeliveryListWire } from "@/lib/delivery/webhooks/wire";

export const GET = route(listFileDeliveriesOperation, async (ctx, actor, { params, query }) =>
  toFileDeliveryListWire(await listFileDeliveries(ctx, actor, { ...params, ...query })),
);
