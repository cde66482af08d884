import { listActs } from "@/lib/administration/list-acts";
import { toActListWire } from "@/lib/administration/wire";
import { listActsOperation } from "@/lib/api/operations/operating";
import { route } from "@/lib/http/route";

export const GET = route(listActsOperation, async (ctx, actor, { query }) =>
  toActListWire(await listActs(ctx, actor, query)),
);
