import { showAuditOperation } from "@/lib/api/operations/files";
import { showAudit } from "@/lib/file-views/audit";
import { route } from "@/lib/http/route";

export const GET = route(showAuditOperation, (ctx, actor, { params }) => showAudit(ctx, actor, params));
