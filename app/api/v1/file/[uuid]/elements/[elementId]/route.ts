import { changeElementOperation, removeElementOperation } from "@/lib/api/operations/elements";
import { changeElement } from "@/lib/elements/change";
import { getElementsTag, getTaggedElement } from "@/lib/elements/get";
import { removeElement } from "@/lib/elements/remove";
import { withHeaders } from "@/lib/http/json-answer";
import { route } from "@/lib/http/route";

export const PATCH = route(changeElementOperation, async (ctx, actor, { params, body, ifMatch }) => {
  const { element, tag } = await changeElement(ctx, actor, { ...body, ...params, ifMatch });
  return withHeaders(element, { etag: tag });
}, { again: async (ctx, actor, { params }) => {
  const { element, tag } = await getTaggedElement(ctx, actor, params);
  return withHeaders(element, { etag: tag });
} });

const gone = { message: "The element is gone." };

export const DELETE = route(removeElementOperation, async (ctx, actor, { params, ifMatch }) => {
  const { tag } = await removeElement(ctx, actor, { ...params, ifMatch });
  return withHeaders(gone, { etag: tag });
}, { again: async (ctx, actor, { params }) => withHeaders(gone, { etag: await getElementsTag(ctx, actor, params) }) });
