import { route } from "@/lib/api/http/route";
import { createEnvelopeOperation, listEnvelopesOperation } from "@/lib/api/operations/envelopes";
import { createEnvelope } from "@/lib/requests/create-envelope";
import { madeRequest } from "@/lib/requests/read-callback";
import { toFileAnswer } from "@/lib/views/file-answer";
import { listEnvelopes } from "@/lib/views/list/list";

export const GET = route(listEnvelopesOperation, (ctx, actor, { query }) => listEnvelopes(ctx, actor, query));
export const POST = route(
  createEnvelopeOperation,
  async (ctx, actor, { body }) =>
    toFileAnswer(ctx, actor, await createEnvelope(ctx, actor, body), "The envelope is stored."),
  { again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeRequest(made), "The envelope is stored.") },
);
