import { route } from "@/lib/api/http/route";
import { readPageByLinkOperation } from "@/lib/api/operations/sign-links";
import { readPageByLink } from "@/lib/requests/links/read-by-link";

export const GET = route(readPageByLinkOperation, (ctx, actor, { params }) => readPageByLink(ctx, actor, params));
