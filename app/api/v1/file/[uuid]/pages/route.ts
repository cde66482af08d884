import { route } from "@/lib/api/http/route";
import { listPagesOperation } from "@/lib/api/operations/files";
import { listPages } from "@/lib/documents/pages";

export const GET = route(listPagesOperation, (ctx, actor, { params }) => listPages(ctx, actor, params));
