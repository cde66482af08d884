import { route } from "@/lib/api/http/route";
import { createDirectLinkOperation, listDirectLinksOperation } from "@/lib/api/operations/direct-links";
import { madeId } from "@/lib/context/idempotency/keys";
import { createDirectLink } from "@/lib/requests/direct-links/change";
import { listDirectLinks, showDirectLink } from "@/lib/requests/direct-links/show";

export const GET = route(listDirectLinksOperation, (ctx, actor, { params }) => listDirectLinks(ctx, actor, params));
export const POST = route(
  createDirectLinkOperation,
  async (ctx, actor, { params, body }) =>
    showDirectLink(ctx, actor, await createDirectLink(ctx, actor, { ...params, ...body })),
  {
    again: (ctx, actor, { params }, made) => showDirectLink(ctx, actor, { ...params, linkId: madeId(made, "linkId") }),
  },
);
