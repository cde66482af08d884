import { changeWebhookOperation, deleteWebhookOperation, getWebhookOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { changeEndpoint } from "@/lib/webhooks/change-endpoint";
import { getOwnEndpoint } from "@/lib/webhooks/find-endpoint";
import { removeEndpoint } from "@/lib/webhooks/remove-endpoint";
import { toEndpointWire } from "@/lib/webhooks/wire";

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
