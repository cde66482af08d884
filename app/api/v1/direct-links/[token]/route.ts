import { route } from "@/lib/api/http/route";
import { showPublicLinkOperation } from "@/lib/api/operations/direct-links";
import { showPublicLink } from "@/lib/requests/direct-links/find-open";

export const GET = route(showPublicLinkOperation, (ctx, actor, { params }) => showPublicLink(ctx, actor, params));
