import { remindSignersOperation } from "@/lib/api/operations/sign-requests";
import { route } from "@/lib/http/route";
import { remembered, remindSigners } from "@/lib/sign-requests/remind";

const message = "The reminders are queued.";

export const POST = route(
  remindSignersOperation,
  async (ctx, actor, { body }) => ({ message, data: await remindSigners(ctx, actor, body) }),
  {
    again: (_ctx, _actor, _input, made) => ({ message, data: remembered(made) }),
  },
);
