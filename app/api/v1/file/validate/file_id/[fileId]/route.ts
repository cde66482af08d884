import { GET as showByUuid } from "@/app/api/v1/file/validate/uuid/[uuid]/route";
import { showFileByIdOperation } from "@/lib/api/operations/files";
import { showFileById } from "@/lib/file-views/show";
import { route } from "@/lib/http/route";
import { uuidOr } from "@/lib/http/uuid-or";

const showById = route(showFileByIdOperation, (ctx, actor, { params }) => showFileById(ctx, actor, params));
export const GET = uuidOr("fileId", showByUuid, showById);
