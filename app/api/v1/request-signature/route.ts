import { createRequestOperation, updateRequestOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { madeFile } from "@/lib/idempotency/made";
import { createSignRequests } from "@/lib/sign-requests/create";
import { releaseFile } from "@/lib/sign-requests/release";
import { updateRequest } from "@/lib/sign-requests/update";

export const POST = route(createRequestOperation, async (ctx, actor, { body }) =>
  toFileAnswer(ctx, actor, await createSignRequests(ctx, actor, body), "The request is stored."), {
  again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The request is stored."),
});

export const PATCH = route(updateRequestOperation, async (ctx, actor, { body, ifMatch }) =>
  toFileAnswer(ctx, actor, await updateRequest(ctx, actor, { ...body, ifMatch }), "The request is up to date."), {
  // The edit is stored; whether the release that follows it was, nobody knows.
  again: async (ctx, actor, { body }, made) => {
    if (body.status === 1) await releaseFile(ctx, actor, { id: madeFile(made).fileId });
    return toFileAnswer(ctx, actor, madeFile(made), "The request is up to date.");
  },
});
