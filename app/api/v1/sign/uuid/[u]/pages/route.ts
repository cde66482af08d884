import { listPagesByLinkOperation } from "@/lib/api/operations/sign-links";
import { route } from "@/lib/http/route";
import { listPagesByLink } from "@/lib/sign-requests/read-by-link";

export const GET = route(listPagesByLinkOperation, (ctx, actor, { params }) => listPagesByLink(ctx, actor, params));
