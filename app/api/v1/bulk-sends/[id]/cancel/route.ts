import { route } from "@/lib/api/http/route";
import { cancelBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { cancelBulkSend } from "@/lib/requests/bulk/control";
import { showBulkSend } from "@/lib/requests/bulk/show";

export const POST = route(
  cancelBulkSendOperation,
  async (ctx, actor, { params }) => {
    await cancelBulkSend(ctx, actor, params);
    return showBulkSend(ctx, actor, params);
  },
  { again: (ctx, actor, { params }) => showBulkSend(ctx, actor, params) },
);
