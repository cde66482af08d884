import { listRequestsOperation } from "@/lib/api/operations/own-data";
import { route } from "@/lib/http/route";
import { listRequests } from "@/lib/request-log/list";
import { toRequestLogWire } from "@/lib/request-log/wire";

export const GET = route(listRequestsOperation, async (ctx, actor, { query }) =>
  toRequestLogWire(await listRequests(ctx, actor, query)),
);
