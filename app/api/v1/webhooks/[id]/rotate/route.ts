import { route } from "@/lib/api/http/route";
import { rotateWebhookSecretOperation } from "@/lib/api/operations/webhooks";
import { getMadeEndpoint, rotateSecret } from "@/lib/delivery/webhooks/endpoints";
import { toMadeEndpointWire } from "@/lib/delivery/webhooks/wire";

export const POST = route(
  rotateWebhookSecretOperation,
  async (ctx, actor, { params }) => toMadeEndpointWire(await rotateSecret(ctx, actor, params.id)),
  {
    again: async (ctx, actor, _input, made) => toMadeEndpointWire(await getMadeEndpoint(ctx, actor, made)),
  },
);
