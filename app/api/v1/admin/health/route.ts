import { showHealthOperation } from "@/lib/api/operations/operating";
import { describeHealth } from "@/lib/health/describe";
import { toHealthWire } from "@/lib/health/wire";
import { route } from "@/lib/http/route";

export const GET = route(showHealthOperation, async (ctx, actor) => toHealthWire(await describeHealth(ctx, actor)));
