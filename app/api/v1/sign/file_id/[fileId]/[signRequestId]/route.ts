import { withdrawSignerOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { madeFile } from "@/lib/idempotency/made";
import { withdrawSigner } from "@/lib/sign-requests/withdraw-signer";

export const DELETE = route(
  withdrawSignerOperation,
  async (ctx, actor, { params }) =>
    toFileAnswer(ctx, actor, await withdrawSigner(ctx, actor, params), "The signer is withdrawn."),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The signer is withdrawn."),
  },
);
