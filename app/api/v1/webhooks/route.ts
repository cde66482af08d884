import { route } from "@/lib/api/http/route";
import { createWebhookOperation, listWebhooksOperation } from "@/lib/api/operations/webhooks";
import { addEndpoint, getMadeEndpoint, listEndpoints } from "@/lib/delivery/webhooks/endpoints";
import { toEndpointListWire, toMadeEndpointWire } from "@/lib/delivery/webhooks/wire";

export const GET = route(listWebhooksOperation, async (ctx, actor, { query }) =>
  toEndpointListWire(await listEndpoints(ctx, actor, query)),
);

export const POST = route(
  createWebhookOperation,
  async (ctx, actor, { body }) => toMadeEndpointWire(await addEndpoint(ctx, actor, body)),
  {
    again: async (ctx, actor, _input, made) => toMadeEndpointWire(await getMadeEndpoint(ctx, actor, made)),
  },
);
