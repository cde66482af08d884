import { createWebhookOperation, listWebhooksOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { addEndpoint } from "@/lib/webhooks/add-endpoint";
import { getMadeEndpoint } from "@/lib/webhooks/find-endpoint";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { toEndpointListWire, toMadeEndpointWire } from "@/lib/webhooks/wire";

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
