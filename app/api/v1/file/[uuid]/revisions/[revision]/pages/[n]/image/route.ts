import { drawRevisionPageOperation } from "@/lib/api/operations/revisions";
import { drawRevisionPage } from "@/lib/files/revision-content";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(drawRevisionPageOperation, async (ctx, actor, { params, query }) =>
  content(await drawRevisionPage(ctx, actor, { ...params, ...query })),
);
