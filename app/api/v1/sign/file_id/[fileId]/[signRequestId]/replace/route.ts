import { route } from "@/lib/api/http/route";
import { replaceSignerOperation } from "@/lib/api/operations/sign-requests";
import { madeFile } from "@/lib/context/idempotency/keys";
import { replaceSigner } from "@/lib/requests/signers/take-over";
import { toFileAnswer } from "@/lib/views/file-answer";

export const POST = route(
  replaceSignerOperation,
  async (ctx, actor, { params, body }) =>
    toFileAnswer(ctx, actor, await replaceSigner(ctx, actor, { ...params, ...body }), "The signer is replaced."),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The signer is replaced."),
  },
);
