import { route } from "@/lib/api/http/route";
import { changeWebhookOperation, deleteWebhookOperation, getWebhookOperation } from "@/lib/api/operations/webhooks";
import { changeEndpoint, getOwnEndpoint, removeEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { toEndpointWire } from "@/lib/delivery/webhooks/wire";

export const GET = route(getWebhookOperation, async (ctx, actor, { params }) =>
  toEndpointWire(await getOwnEndpoint(ctx, actor, params.id)),
);

export const PATCH = route(changeWebhookOperation, async (ctx, actor, { params, body }) =>
  toEndpointWire(await changeEndpoint(ctx, actor, params.id, body)),
);

export const DELETE = route(
  deleteWebhookOperation,
  async (ctx, actor, { params }) => removeEndpoint(ctx, actor, params.id),
  {
    again: () => ({ message: "The webhook is deleted." }),
  },
);
