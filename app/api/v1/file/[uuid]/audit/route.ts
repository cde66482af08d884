import { route } from "@/lib/api/http/route";
import { showAuditOperation } from "@/lib/api/operations/evidence";
import { showAudit } from "@/lib/evidence/read-chain";

export const GET = route(showAuditOperation, (ctx, actor, { params }) => showAudit(ctx, actor, params));
