import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { drawPageOperation } from "@/lib/api/operations/files";
import { drawPage } from "@/lib/documents/fields/draw-page";

export const GET = route(drawPageOperation, async (ctx, actor, { params, query }) =>
  content(await drawPage(ctx, actor, { ...params, ...query })),
);
