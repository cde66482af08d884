import { GET as showByUuid } from "@/app/api/v1/file/validate/uuid/[uuid]/route";
import { route, uuidOr } from "@/lib/api/http/route";
import { showFileByIdOperation } from "@/lib/api/operations/files";
import { showFileById } from "@/lib/views/show";

const showById = route(showFileByIdOperation, (ctx, actor, { params }) => showFileById(ctx, actor, params));
export const GET = uuidOr("fileId", showByUuid, showById);
