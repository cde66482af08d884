import { listRevisionsOperation } from "@/lib/api/operations/revisions";
import { listRevisions } from "@/lib/file-views/list-revisions";
import { route } from "@/lib/http/route";

export const GET = route(listRevisionsOperation, (ctx, actor, { params }) => listRevisions(ctx, actor, params));
