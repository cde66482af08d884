import { route } from "@/lib/api/http/route";
import { approveByLinkOperation } from "@/lib/api/operations/signing";
import { madeId } from "@/lib/context/idempotency/keys";
import { approve } from "@/lib/signing/approve";
import { toLinkFileAnswer } from "@/lib/views/file-answer";

export const POST = route(
  approveByLinkOperation,
  async (ctx, actor, { params, body }) =>
    toLinkFileAnswer(ctx, actor, await approve(ctx, actor, { ...params, ...body }), params.u, "You have approved."),
  {
    again: (ctx, actor, { params }, made) =>
      toLinkFileAnswer(
        ctx,
        actor,
        { file: { id: madeId(made, "fileId") }, signRequest: { id: madeId(made, "signRequestId") } },
        params.u,
        "You have approved.",
      ),
  },
);
