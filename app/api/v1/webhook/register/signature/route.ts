import { withdrawNamedOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { withdrawNamed } from "@/lib/sign-requests/withdraw-named";

export const DELETE = route(withdrawNamedOperation, async (ctx, actor, { body }) =>
  toFileAnswer(ctx, actor, await withdrawNamed(ctx, actor, body), "The signers are withdrawn."));
