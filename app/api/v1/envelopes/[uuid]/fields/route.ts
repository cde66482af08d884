import { withHeaders } from "@/lib/api/http/responses";
import { route } from "@/lib/api/http/route";
import { listEnvelopeFieldsOperation, saveEnvelopeFieldsOperation } from "@/lib/api/operations/envelopes";
import { listEnvelopeFields, saveEnvelopeFields, type EnvelopeFieldSet } from "@/lib/requests/envelopes/fields";

const answer = ({ data, tag }: EnvelopeFieldSet) => withHeaders({ data }, { etag: tag });

export const GET = route(listEnvelopeFieldsOperation, async (ctx, actor, { params }) =>
  answer(await listEnvelopeFields(ctx, actor, params)),
);
export const PUT = route(
  saveEnvelopeFieldsOperation,
  async (ctx, actor, { params, body, ifMatch }) =>
    answer(await saveEnvelopeFields(ctx, actor, { ...body, ...params, ifMatch })),
  { again: async (ctx, actor, { params }) => answer(await listEnvelopeFields(ctx, actor, params)) },
);
