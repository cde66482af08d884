import { listPagesOperation } from "@/lib/api/operations/files";
import { listPages } from "@/lib/files/pages";
import { route } from "@/lib/http/route";

export const GET = route(listPagesOperation, (ctx, actor, { params }) => listPages(ctx, actor, params));
