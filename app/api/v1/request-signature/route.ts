import { createRequestOperation, updateRequestOperation } from "@/lib/api/operations/sign-requests";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { route } from "@/lib/http/route";
import { createSignRequests } from "@/lib/sign-requests/create";
import { updateRequest } from "@/lib/sign-requests/update";

export const POST = route(createRequestOperation, async (ctx, actor, { body }) =>
  toFileAnswer(ctx, actor, await createSignRequests(ctx, actor, body), "The request is stored."));
export const PATCH = route(updateRequestOperation, async (ctx, actor, { body }) =>
  toFileAnswer(ctx, actor, await updateRequest(ctx, actor, body), "The request is up to date."));
