import { tagged } from "@/lib/api/http/json-answer";
import { route } from "@/lib/api/http/route";
import { changeElementOperation, removeElementOperation } from "@/lib/api/operations/elements";
import { changeElement } from "@/lib/documents/fields/change";
import { getElementsTag, getTaggedElement } from "@/lib/documents/fields/list";
import { removeElement } from "@/lib/documents/fields/remove";

export const PATCH = route(
  changeElementOperation,
  async (ctx, actor, { params, body, ifMatch }) =>
    tagged(await changeElement(ctx, actor, { ...body, ...params, ifMatch })),
  {
    again: async (ctx, actor, { params }) => tagged(await getTaggedElement(ctx, actor, params)),
  },
);
const element = { message: "The element is gone." };
export const DELETE = route(
  removeElementOperation,
  async (ctx, actor, { params, ifMatch }) =>
    tagged({ element, ...(await removeElement(ctx, actor, { ...params, ifMatch })) }),
  {
    again: async (ctx, actor, { params }) => tagged({ element, tag: await getElementsTag(ctx, actor, params) }),
  },
);
