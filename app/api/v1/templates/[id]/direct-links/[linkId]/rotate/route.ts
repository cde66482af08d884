import { route } from "@/lib/api/http/route";
import { rotateDirectLinkOperation } from "@/lib/api/operations/direct-links";
import { rotateDirectLink } from "@/lib/requests/direct-links/change";
import { showDirectLink } from "@/lib/requests/direct-links/show";

export const POST = route(
  rotateDirectLinkOperation,
  async (ctx, actor, { params }) => showDirectLink(ctx, actor, await rotateDirectLink(ctx, actor, params)),
  { again: (ctx, actor, { params }) => showDirectLink(ctx, actor, params) },
);
