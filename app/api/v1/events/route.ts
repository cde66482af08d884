import { route } from "@/lib/api/http/route";
import { listEventsOperation } from "@/lib/api/operations/webhooks";
import { listOwnEvents } from "@/lib/delivery/webhooks/deliveries";
import { toEventListWire } from "@/lib/records/events/wire";

export const GET = route(listEventsOperation, async (ctx, actor, { query }) =>
  toEventListWire(await listOwnEvents(ctx, actor, query)),
);
