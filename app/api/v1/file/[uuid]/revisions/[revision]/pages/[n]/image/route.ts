import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { drawRevisionPageOperation } from "@/lib/api/operations/evidence";
import { drawRevisionPage } from "@/lib/documents/content";

export const GET = route(drawRevisionPageOperation, async (ctx, actor, { params, query }) =>
  content(await drawRevisionPage(ctx, actor, { ...params, ...query })),
);
