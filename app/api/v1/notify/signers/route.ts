import { route } from "@/lib/api/http/route";
import { remindSignersOperation } from "@/lib/api/operations/sign-requests";
import { remembered, remindSigners } from "@/lib/requests/remind";

const message = "The reminders are queued.";

export const POST = route(
  remindSignersOperation,
  async (ctx, actor, { body }) => ({ message, data: await remindSigners(ctx, actor, body) }),
  {
    again: (_ctx, _actor, _input, made) => ({ message, data: remembered(made) }),
  },
);
