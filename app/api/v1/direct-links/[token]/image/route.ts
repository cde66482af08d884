import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { drawPublicPageOperation } from "@/lib/api/operations/direct-links";
import { drawPublicPage } from "@/lib/requests/direct-links/find-open";

export const GET = route(drawPublicPageOperation, async (ctx, actor, { params, query }) =>
  content(await drawPublicPage(ctx, actor, { ...params, ...query })),
);
