import { route } from "@/lib/api/http/route";
import { showFileByUuidOperation } from "@/lib/api/operations/files";
import { showFileByUuid } from "@/lib/views/show";

export const GET = route(showFileByUuidOperation, (ctx, actor, { params }) => showFileByUuid(ctx, actor, params));
