import { drawPageOperation } from "@/lib/api/operations/files";
import { drawPage } from "@/lib/elements/draw-page";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(drawPageOperation, async (ctx, actor, { params, query }) =>
  content(await drawPage(ctx, actor, { ...params, ...query })),
);
