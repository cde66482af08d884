import { route } from "@/lib/api/http/route";
import { showDashboardOperation } from "@/lib/api/operations/files";
import { showDashboardByQuery } from "@/lib/views/dashboard/dashboard";

export const GET = route(showDashboardOperation, (ctx, actor, { query }) => showDashboardByQuery(ctx, actor, query));
