import { listLimits } from "@/lib/administration/settings";
import { route } from "@/lib/api/http/route";
import { listLimitsOperation } from "@/lib/api/operations/operating";

export const GET = route(listLimitsOperation, (ctx, actor) => ({ data: listLimits(ctx, actor) }));
