import { route } from "@/lib/api/http/route";
import { withdrawNamedOperation } from "@/lib/api/operations/sign-requests";
import { madeFile } from "@/lib/context/idempotency/keys";
import { withdrawNamed } from "@/lib/requests/withdraw";
import { toFileAnswer } from "@/lib/views/file-answer";

const message = "The signers are withdrawn.";

export const DELETE = route(
  withdrawNamedOperation,
  async (ctx, actor, { body }) => toFileAnswer(ctx, actor, await withdrawNamed(ctx, actor, body), message),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), message),
  },
);
