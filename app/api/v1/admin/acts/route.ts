import { listAdminActivity, toActivityListWire } from "@/lib/administration/activity";
import { route } from "@/lib/api/http/route";
import { listAdminActivityOperation } from "@/lib/api/operations/operating";

export const GET = route(listAdminActivityOperation, async (ctx, actor, { query }) =>
  toActivityListWire(await listAdminActivity(ctx, actor, query)),
);
