import { route } from "@/lib/api/http/route";
import {
  deleteEnvelopeOperation,
  showEnvelopeOperation,
  updateEnvelopeOperation,
} from "@/lib/api/operations/envelopes";
import { madeFile } from "@/lib/context/idempotency/keys";
import { fileDeleted } from "@/lib/documents/delete";
import { deleteEnvelope, finishUpdate, updateEnvelope } from "@/lib/requests/update";
import { toFileAnswer } from "@/lib/views/file-answer";
import { showEnvelope } from "@/lib/views/show";

export const GET = route(showEnvelopeOperation, (ctx, actor, { params }) => showEnvelope(ctx, actor, params));
export const PATCH = route(
  updateEnvelopeOperation,
  async (ctx, actor, { params, body }) =>
    toFileAnswer(ctx, actor, await updateEnvelope(ctx, actor, { ...body, ...params }), "The envelope is up to date."),
  {
    again: async (ctx, actor, { body }, made) =>
      toFileAnswer(ctx, actor, await finishUpdate(ctx, actor, body, madeFile(made)), "The envelope is up to date."),
  },
);
export const DELETE = route(deleteEnvelopeOperation, (ctx, actor, { params }) => deleteEnvelope(ctx, actor, params), {
  again: () => fileDeleted,
});
