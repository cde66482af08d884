import { describeHealth, toHealthWire } from "@/lib/administration/health/describe";
import { route } from "@/lib/api/http/route";
import { showHealthOperation } from "@/lib/api/operations/operating";

export const GET = route(showHealthOperation, async (ctx, actor) => toHealthWire(await describeHealth(ctx, actor)));
