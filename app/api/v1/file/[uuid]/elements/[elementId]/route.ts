import { tagged } from "@/lib/api/http/responses";
import { route } from "@/lib/api/http/route";
import { changeElementOperation, removeElementOperation } from "@/lib/api/operations/fields";
import { changeField, removeField } from "@/lib/documents/fields/change";
import { getFieldsTag, getTaggedField } from "@/lib/documents/fields/list";

export const PATCH = route(
  changeElementOperation,
  async (ctx, actor, { params, body, ifMatch }) =>
    tagged(await changeField(ctx, actor, { ...body, ...params, ifMatch })),
  {
    again: async (ctx, actor, { params }) => tagged(await getTaggedField(ctx, actor, params)),
  },
);
const field = { message: "The field is gone." };
export const DELETE = route(
  removeElementOperation,
  async (ctx, actor, { params, ifMatch }) =>
    tagged({ field, ...(await removeField(ctx, actor, { ...params, ifMatch })) }),
  {
    again: async (ctx, actor, { params }) => tagged({ field, tag: await getFieldsTag(ctx, actor, params) }),
  },
);
