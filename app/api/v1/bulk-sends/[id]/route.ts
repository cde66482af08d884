import { route } from "@/lib/api/http/route";
import { getBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { showBulkSend } from "@/lib/requests/bulk/show";

export const GET = route(getBulkSendOperation, (ctx, actor, { params }) => showBulkSend(ctx, actor, params));
