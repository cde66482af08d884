import { route } from "@/lib/api/http/route";
import { listDueOperation } from "@/lib/api/operations/retention";
import { listDue } from "@/lib/evidence/retention/retention";

export const GET = route(listDueOperation, (ctx, actor, { query }) => listDue(ctx, actor, query));
