import { route } from "@/lib/api/http/route";
import { withdrawSignerOperation } from "@/lib/api/operations/sign-requests";
import { madeFile } from "@/lib/context/idempotency/keys";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { toFileAnswer } from "@/lib/views/file-answer";

export const DELETE = route(
  withdrawSignerOperation,
  async (ctx, actor, { params }) =>
    toFileAnswer(ctx, actor, await withdrawSigner(ctx, actor, params), "The signer is withdrawn."),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The signer is withdrawn."),
  },
);
