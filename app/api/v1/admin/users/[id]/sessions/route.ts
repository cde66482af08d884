import { endSessionsOf } from "@/lib/accounts/sessions";
import { toEndedSessionsWire } from "@/lib/administration/users";
import { route } from "@/lib/api/http/route";
import { endSessionsOfOperation } from "@/lib/api/operations/operating";
import { madeId } from "@/lib/context/idempotency/keys";

export const DELETE = route(
  endSessionsOfOperation,
  async (ctx, actor, { params }) => toEndedSessionsWire(await endSessionsOf(ctx, actor, params.id)),
  {
    again: (_ctx, _actor, _input, made) => toEndedSessionsWire(madeId(made, "ended")),
  },
);
