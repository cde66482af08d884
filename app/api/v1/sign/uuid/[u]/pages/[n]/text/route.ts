import { readPageByLinkOperation } from "@/lib/api/operations/sign-links";
import { route } from "@/lib/http/route";
import { readPageByLink } from "@/lib/sign-requests/read-by-link";

export const GET = route(readPageByLinkOperation, (ctx, actor, { params }) => readPageByLink(ctx, actor, params));
