import { endOtherSessions, listSessions } from "@/lib/accounts/sessions";
import { toSessionWire } from "@/lib/accounts/wire";
import { toEndedSessionsWire } from "@/lib/administration/users";
import { route } from "@/lib/api/http/route";
import { listSessionsOperation } from "@/lib/api/operations/account";
import { endOtherSessionsOperation } from "@/lib/api/operations/own-data";
import { madeId } from "@/lib/context/idempotency/keys";

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
