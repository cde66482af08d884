import { showFileOperation } from "@/lib/api/operations/files";
import { showFileByUuid } from "@/lib/file-views/show";
import { route } from "@/lib/http/route";

export const GET = route(showFileOperation, (ctx, actor, { params }) => showFileByUuid(ctx, actor, params));
