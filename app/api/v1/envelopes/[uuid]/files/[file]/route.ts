import { route } from "@/lib/api/http/route";
import { removeEnvelopeFileOperation } from "@/lib/api/operations/envelopes";
import { madeFile } from "@/lib/context/idempotency/keys";
import { removeFile } from "@/lib/requests/envelopes/change-files";
import { toFileAnswer } from "@/lib/views/file-answer";

export const DELETE = route(
  removeEnvelopeFileOperation,
  async (ctx, actor, { params }) =>
    toFileAnswer(ctx, actor, await removeFile(ctx, actor, params), "The file is removed."),
  { again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The file is removed.") },
);
