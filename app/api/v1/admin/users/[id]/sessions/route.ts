import { toEndedSessionsWire } from "@/lib/accounts/administration-wire";
import { endSessionsOf } from "@/lib/accounts/end-sessions-of";
import { endSessionsOfOperation } from "@/lib/api/operations/operating";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

export const DELETE = route(
  endSessionsOfOperation,
  async (ctx, actor, { params }) => toEndedSessionsWire(await endSessionsOf(ctx, actor, params.id)),
  {
    again: (_ctx, _actor, _input, made) => toEndedSessionsWire(madeId(made, "ended")),
  },
);
