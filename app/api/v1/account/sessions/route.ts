import { toEndedSessionsWire } from "@/lib/accounts/administration-wire";
import { endOtherSessions } from "@/lib/accounts/end-other-sessions";
import { listSessions } from "@/lib/accounts/list-sessions";
import { toSessionWire } from "@/lib/accounts/wire";
import { listSessionsOperation } from "@/lib/api/operations/own-account";
import { endOtherSessionsOperation } from "@/lib/api/operations/own-data";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

export const GET = route(listSessionsOperation, async (ctx, actor) => ({
  data: (await listSessions(ctx, actor)).map(toSessionWire),
}));

export const DELETE = route(
  endOtherSessionsOperation,
  async (ctx, actor) => toEndedSessionsWire(await endOtherSessions(ctx, actor)),
  {
    again: (_ctx, _actor, _input, made) => toEndedSessionsWire(madeId(made, "ended")),
  },
);
