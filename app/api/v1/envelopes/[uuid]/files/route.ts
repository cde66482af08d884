import { route } from "@/lib/api/http/route";
import { addEnvelopeFilesOperation } from "@/lib/api/operations/envelopes";
import { madeFile } from "@/lib/context/idempotency/keys";
import { addFiles } from "@/lib/requests/envelopes/change-files";
import { toFileAnswer } from "@/lib/views/file-answer";

export const POST = route(
  addEnvelopeFilesOperation,
  async (ctx, actor, { params, body }) =>
    toFileAnswer(ctx, actor, await addFiles(ctx, actor, { ...body, ...params }), "The files are added."),
  { again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The files are added.") },
);
