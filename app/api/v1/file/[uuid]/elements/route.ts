import { tagged, withHeaders } from "@/lib/api/http/responses";
import { route } from "@/lib/api/http/route";
import { addElementOperation, listElementsOperation, saveFieldsOperation } from "@/lib/api/operations/fields";
import { madeId, madeIds } from "@/lib/context/idempotency/keys";
import { addField } from "@/lib/documents/fields/add";
import { getTaggedField, listFields } from "@/lib/documents/fields/list";
import { saveFields, type SavedFields } from "@/lib/documents/fields/save-all";

export const GET = route(listElementsOperation, async (ctx, actor, { params }) => {
  const { data, tag } = await listFields(ctx, actor, params);
  return withHeaders({ data }, { etag: tag });
});
export const POST = route(
  addElementOperation,
  async (ctx, actor, { params, body, ifMatch }) => tagged(await addField(ctx, actor, { ...body, ...params, ifMatch })),
  {
    again: async (ctx, actor, { params }, made) =>
      tagged(await getTaggedField(ctx, actor, { ...params, elementId: madeId(made, "elementId") })),
  },
);

const answer = ({ tag, ...saved }: SavedFields) => withHeaders(saved, { etag: tag });

export const PUT = route(
  saveFieldsOperation,
  async (ctx, actor, { params, body, ifMatch }) =>
    answer(await saveFields(ctx, actor, { ...body, ...params, ifMatch })),
  {
    again: async (ctx, actor, { params }, made) =>
      answer({ ...(await listFields(ctx, actor, params)), created: [...madeIds(made, "created")] }),
  },
);
