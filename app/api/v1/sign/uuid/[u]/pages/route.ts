import { route } from "@/lib/api/http/route";
import { listPagesByLinkOperation } from "@/lib/api/operations/sign-links";
import { listPagesByLink } from "@/lib/requests/links/read-by-link";

export const GET = route(listPagesByLinkOperation, (ctx, actor, { params }) => listPagesByLink(ctx, actor, params));
