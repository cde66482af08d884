import { withdrawNamedOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { madeFile } from "@/lib/idempotency/made";
import { withdrawNamed } from "@/lib/sign-requests/withdraw-named";

const message = "The signers are withdrawn.";

export const DELETE = route(
  withdrawNamedOperation,
  async (ctx, actor, { body }) => toFileAnswer(ctx, actor, await withdrawNamed(ctx, actor, body), message),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), message),
  },
);
