import { declineByLinkOperation } from "@/lib/api/operations/sign-links";
import { toLinkFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";
import { declineByLink } from "@/lib/sign-requests/decline";

export const POST = route(
  declineByLinkOperation,
  async (ctx, actor, { params, body }) =>
    toLinkFileAnswer(
      ctx,
      actor,
      await declineByLink(ctx, actor, { ...params, ...body }),
      params.u,
      "You have declined to sign.",
    ),
  {
    again: (ctx, actor, { params }, made) =>
      toLinkFileAnswer(
        ctx,
        actor,
        { file: { id: madeId(made, "fileId") }, signRequest: { id: madeId(made, "signRequestId") } },
        params.u,
        "You have declined to sign.",
      ),
  },
);
