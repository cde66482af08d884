import { route } from "@/lib/api/http/route";
import { checkBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { checkBulkSend } from "@/lib/requests/bulk/check";

export const POST = route(checkBulkSendOperation, (ctx, actor, { params, body }) =>
  checkBulkSend(ctx, actor, { ...params, ...body }),
);
