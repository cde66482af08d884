import { addElementOperation, listElementsOperation } from "@/lib/api/operations/elements";
import { addElement } from "@/lib/elements/add";
import { listElements } from "@/lib/elements/list";
import { route } from "@/lib/http/route";

export const GET = route(listElementsOperation, (ctx, actor, { params }) => listElements(ctx, actor, params));
export const POST = route(addElementOperation, (ctx, actor, { params, body }) => addElement(ctx, actor, { ...body, ...params }));
