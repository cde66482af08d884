import { route } from "@/lib/api/http/route";
import { createRequestOperation, updateRequestOperation } from "@/lib/api/operations/sign-requests";
import { madeFile } from "@/lib/context/idempotency/keys";
import { createDocument } from "@/lib/requests/create";
import { madeRequest } from "@/lib/requests/read-callback";
import { finishUpdate, updateRequest } from "@/lib/requests/update";
import { toFileAnswer } from "@/lib/views/file-answer";

export const POST = route(
  createRequestOperation,
  async (ctx, actor, { body }) =>
    toFileAnswer(ctx, actor, await createDocument(ctx, actor, body), "The request is stored."),
  { again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeRequest(made), "The request is stored.") },
);
export const PATCH = route(
  updateRequestOperation,
  async (ctx, actor, { body, ifMatch }) =>
    toFileAnswer(ctx, actor, await updateRequest(ctx, actor, { ...body, ifMatch }), "The request is up to date."),
  {
    again: async (ctx, actor, { body }, made) =>
      toFileAnswer(ctx, actor, await finishUpdate(ctx, actor, body, madeFile(made)), "The request is up to date."),
  },
);
