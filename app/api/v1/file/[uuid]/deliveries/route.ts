import { listFileDeliveriesOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { listFileDeliveries } from "@/lib/webhooks/list-file-deliveries";
import { toFileDeliveryListWire } from "@/lib/webhooks/wire";

export const GET = route(listFileDeliveriesOperation, async (ctx, actor, { params, query }) =>
  toFileDeliveryListWire(await listFileDeliveries(ctx, actor, { ...params, ...query })),
);
