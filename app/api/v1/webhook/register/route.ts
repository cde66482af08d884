import { addSignersOperation, registerRequestOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { addSigners } from "@/lib/sign-requests/add-signers";
import { createSignRequests } from "@/lib/sign-requests/create";
import { madeRequest } from "@/lib/sign-requests/read-callback";

export const POST = route(
  registerRequestOperation,
  async (ctx, actor, { body }) =>
    toFileAnswer(ctx, actor, await createSignRequests(ctx, actor, { ...body, status: 1 }), "The request is sent."),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeRequest(made), "The request is sent."),
  },
);
export const PATCH = route(addSignersOperation, async (ctx, actor, { body }) =>
  toFileAnswer(ctx, actor, await addSigners(ctx, actor, body), "The request is up to date."),
);
