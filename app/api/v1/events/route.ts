import { listEventsOperation } from "@/lib/api/operations/webhooks";
import { toEventListWire } from "@/lib/events/wire";
import { route } from "@/lib/http/route";
import { listOwnEvents } from "@/lib/webhooks/list-own-events";

export const GET = route(listEventsOperation, async (ctx, actor, { query }) =>
  toEventListWire(await listOwnEvents(ctx, actor, query)),
);
