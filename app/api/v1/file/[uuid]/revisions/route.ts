import { route } from "@/lib/api/http/route";
import { listRevisionsOperation } from "@/lib/api/operations/evidence";
import { listRevisions } from "@/lib/views/list-revisions";

export const GET = route(listRevisionsOperation, (ctx, actor, { params }) => listRevisions(ctx, actor, params));
