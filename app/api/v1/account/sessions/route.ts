import { listSessions } from "@/lib/accounts/list-sessions";
import { toSessionWire } from "@/lib/accounts/wire";
import { listSessionsOperation } from "@/lib/api/operations/own-account";
import { route } from "@/lib/http/route";

export const GET = route(listSessionsOperation, async (ctx, actor) => ({ data: (await listSessions(ctx, actor)).map(toSessionWire) }));
