import { readinessOperation } from "@/lib/api/operations/system";
import { assertReady } from "@/lib/health/readiness";
import { route } from "@/lib/http/route";

export const GET = route(readinessOperation, async (ctx) => {
  await assertReady(ctx);
  return { status: "ok" as const };
});
