import { addElementOperation, listElementsOperation } from "@/lib/api/operations/elements";
import { addElement } from "@/lib/elements/add";
import { getTaggedElement } from "@/lib/elements/get";
import { listElements } from "@/lib/elements/list";
import { tagged, withHeaders } from "@/lib/http/json-answer";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

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
