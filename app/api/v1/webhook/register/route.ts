import { route } from "@/lib/api/http/route";
import { addSignersOperation, registerRequestOperation } from "@/lib/api/operations/sign-requests";
import { addSigners } from "@/lib/requests/add-signers";
import { createDocument } from "@/lib/requests/create";
import { madeRequest } from "@/lib/requests/read-callback";
import { toFileAnswer } from "@/lib/views/file-answer";

export const POST = route(
  registerRequestOperation,
  async (ctx, actor, { body }) =>
    toFileAnswer(ctx, actor, await createDocument(ctx, actor, { ...body, status: 1 }), "The request is sent."),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeRequest(made), "The request is sent."),
  },
);
export const PATCH = route(addSignersOperation, async (ctx, actor, { body }) =>
  toFileAnswer(ctx, actor, await addSigners(ctx, actor, body), "The request is up to date."),
);
