import { listGatewaysOperation } from "@/lib/api/operations/operating";
import { listGateways } from "@/lib/gateways/list";
import { route } from "@/lib/http/route";

export const GET = route(listGatewaysOperation, async (ctx, actor) => ({ data: await listGateways(ctx, actor) }));
