import { changeElementOperation, removeElementOperation } from "@/lib/api/operations/elements";
import { changeElement } from "@/lib/elements/change";
import { removeElement } from "@/lib/elements/remove";
import { route } from "@/lib/http/route";

export const PATCH = route(changeElementOperation, (ctx, actor, { params, body }) => changeElement(ctx, actor, { ...body, ...params }));
export const DELETE = route(removeElementOperation, (ctx, actor, { params }) => removeElement(ctx, actor, params));
