import { route } from "@/lib/api/http/route";
import { createFromTemplateOperation } from "@/lib/api/operations/templates";
import { createFromTemplate } from "@/lib/requests/create-from-template";
import { madeRequest } from "@/lib/requests/read-callback";
import { toFileAnswer } from "@/lib/views/file-answer";

const message = "The request is stored.";

export const POST = route(
  createFromTemplateOperation,
  async (ctx, actor, { params, body }) =>
    toFileAnswer(ctx, actor, await createFromTemplate(ctx, actor, { ...params, ...body }), message),
  { again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeRequest(made), message) },
);
