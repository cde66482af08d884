import { listAdminActivity, toActivityListWire } from "@/lib/administration/activity";
import { route } from "@/lib/api/http/route";
import { listActsOperation } from "@/lib/api/operations/operating";

export const GET = route(listActsOperation, async (ctx, actor, { query }) =>
  toActivityListWire(await listAdminActivity(ctx, actor, query)),
);
