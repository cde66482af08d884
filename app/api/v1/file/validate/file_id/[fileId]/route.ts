import { showFileByIdOperation } from "@/lib/api/operations/files";
import { showFileById } from "@/lib/file-views/show";
import { route } from "@/lib/http/route";

export const GET = route(showFileByIdOperation, (ctx, actor, { params }) => showFileById(ctx, actor, params));
