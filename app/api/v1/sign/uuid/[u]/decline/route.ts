import { declineByLinkOperation } from "@/lib/api/operations/sign-requests";
import { toLinkFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { declineByLink } from "@/lib/sign-requests/decline";

export const POST = route(declineByLinkOperation, async (ctx, actor, { params, body }) =>
  toLinkFileAnswer(ctx, actor, await declineByLink(ctx, actor, { ...params, ...body }), params.u, "You have declined to sign."));
