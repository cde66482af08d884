import { rotateWebhookSecretOperation } from "@/lib/api/operations/webhooks";
import { route } from "@/lib/http/route";
import { getMadeEndpoint } from "@/lib/webhooks/find-endpoint";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";
import { toMadeEndpointWire } from "@/lib/webhooks/wire";

export const POST = route(
  rotateWebhookSecretOperation,
  async (ctx, actor, { params }) => toMadeEndpointWire(await rotateSecret(ctx, actor, params.id)),
  {
    again: async (ctx, actor, _input, made) => toMadeEndpointWire(await getMadeEndpoint(ctx, actor, made)),
  },
);
