import { showAuditOperation } from "@/lib/api/operations/evidence";
import { showAudit } from "@/lib/evidence/show-audit";
import { route } from "@/lib/http/route";

export const GET = route(showAuditOperation, (ctx, actor, { params }) => showAudit(ctx, actor, params));
