import { drawPageByLinkOperation } from "@/lib/api/operations/sign-requests";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";
import { drawPageByLink } from "@/lib/sign-requests/read-by-link";

export const GET = route(drawPageByLinkOperation, async (ctx, actor, { params, query }) => content(await drawPageByLink(ctx, actor, { ...params, ...query })));
