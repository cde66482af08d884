import { route } from "@/lib/api/http/route";
import { remindSignerOperation } from "@/lib/api/operations/sign-requests";
import { remembered, remindSigner } from "@/lib/requests/remind";

const message = "The reminder is queued.";

export const POST = route(
  remindSignerOperation,
  async (ctx, actor, { body }) => ({ message, data: await remindSigner(ctx, actor, body) }),
  {
    again: (_ctx, _actor, _input, made) => ({ message, data: remembered(made) }),
  },
);
