import { listLimitsOperation } from "@/lib/api/operations/operating";
import { route } from "@/lib/http/route";
import { listLimits } from "@/lib/settings/list-limits";

export const GET = route(listLimitsOperation, (ctx, actor) => ({ data: listLimits(ctx, actor) }));
