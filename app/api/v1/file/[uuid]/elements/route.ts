import { addElementOperation, listElementsOperation } from "@/lib/api/operations/elements";
import { addElement } from "@/lib/elements/add";
import { getTaggedElement } from "@/lib/elements/get";
import { listElements } from "@/lib/elements/list";
import { withHeaders } from "@/lib/http/json-answer";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

export const GET = route(listElementsOperation, async (ctx, actor, { params }) => {
  const { tag, ...answer } = await listElements(ctx, actor, params);
  return withHeaders(answer, { etag: tag });
});
export const POST = route(addElementOperation, async (ctx, actor, { params, body, ifMatch }) => {
  const { element, tag } = await addElement(ctx, actor, { ...body, ...params, ifMatch });
  return withHeaders(element, { etag: tag });
}, { again: async (ctx, actor, { params }, made) => {
  const { element, tag } = await getTaggedElement(ctx, actor, { ...params, elementId: madeId(made, "elementId") });
  return withHeaders(element, { etag: tag });
} });
