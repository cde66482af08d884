import { showFileByUuidOperation } from "@/lib/api/operations/files";
import { showFileByUuid } from "@/lib/file-views/show";
import { route } from "@/lib/http/route";

export const GET = route(showFileByUuidOperation, (ctx, actor, { params }) => showFileByUuid(ctx, actor, params));
