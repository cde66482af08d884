import { listGateways } from "@/lib/administration/gateways";
import { route } from "@/lib/api/http/route";
import { listGatewaysOperation } from "@/lib/api/operations/operating";

export const GET = route(listGatewaysOperation, async (ctx, actor) => ({ data: await listGateways(ctx, actor) }));
