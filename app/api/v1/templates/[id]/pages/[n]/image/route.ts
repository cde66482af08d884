import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { drawTemplatePageOperation } from "@/lib/api/operations/templates";
import { drawTemplatePage } from "@/lib/requests/templates/pages";

export const GET = route(drawTemplatePageOperation, async (ctx, actor, { params, query }) =>
  content(await drawTemplatePage(ctx, actor, { ...params, ...query })),
);
