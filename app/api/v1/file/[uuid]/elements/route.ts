import { tagged, withHeaders } from "@/lib/api/http/json-answer";
import { route } from "@/lib/api/http/route";
import { addElementOperation, listElementsOperation } from "@/lib/api/operations/elements";
import { addElement } from "@/lib/documents/fields/add";
import { getTaggedElement, listElements } from "@/lib/documents/fields/list";
import { madeId } from "@/lib/platform/idempotency/keys";

export const GET = route(listElementsOperation, async (ctx, actor, { params }) => {
  const { data, tag } = await listElements(ctx, actor, params);
  return withHeaders({ data }, { etag: tag });
});
export const POST = route(
  addElementOperation,
  async (ctx, actor, { params, body, ifMatch }) =>
    tagged(await addElement(ctx, actor, { ...body, ...params, ifMatch })),
  {
    again: async (ctx, actor, { params }, made) =>
      tagged(await getTaggedElement(ctx, actor, { ...params, elementId: madeId(made, "elementId") })),
  },
);
