import { createRequestOperation, updateRequestOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { madeFile } from "@/lib/idempotency/made";
import { createSignRequests } from "@/lib/sign-requests/create";
import { madeRequest } from "@/lib/sign-requests/read-callback";
import { finishUpdate, updateRequest } from "@/lib/sign-requests/update";

export const POST = route(
  createRequestOperation,
  async (ctx, actor, { body }) =>
    toFileAnswer(ctx, actor, await createSignRequests(ctx, actor, body), "The request is stored."),
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
