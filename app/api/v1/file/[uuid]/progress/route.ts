import { showProgressOperation } from "@/lib/api/operations/files";
import { showProgress } from "@/lib/file-views/progress";
import { route } from "@/lib/http/route";

export const GET = route(showProgressOperation, (ctx, actor, { params }) => showProgress(ctx, actor, params));
