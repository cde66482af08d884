import { assertReady } from "@/lib/administration/health/describe";
import { route } from "@/lib/api/http/route";
import { readinessOperation } from "@/lib/api/operations/system";

export const GET = route(readinessOperation, async (ctx) => {
  await assertReady(ctx);
  return { status: "ok" as const };
});
