import { route } from "@/lib/api/http/route";
import { listRequestsOperation } from "@/lib/api/operations/own-data";
import { listRequests, toRequestLogWire } from "@/lib/api/request-log/list";

export const GET = route(listRequestsOperation, async (ctx, actor, { query }) =>
  toRequestLogWire(await listRequests(ctx, actor, query)),
);
