import { route } from "@/lib/api/http/route";
import { showProgressOperation } from "@/lib/api/operations/files";
import { showProgress } from "@/lib/views/progress";

export const GET = route(showProgressOperation, (ctx, actor, { params }) => showProgress(ctx, actor, params));
