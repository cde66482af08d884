import { route } from "@/lib/api/http/route";
import { declineByLinkOperation } from "@/lib/api/operations/sign-links";
import { madeId } from "@/lib/context/idempotency/keys";
import { declineByLink } from "@/lib/requests/decline";
import { toLinkFileAnswer } from "@/lib/views/file-answer";

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
