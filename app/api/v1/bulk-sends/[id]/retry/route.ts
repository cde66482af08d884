import { route } from "@/lib/api/http/route";
import { retryBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { retryBulkSend } from "@/lib/requests/bulk/control";
import { showBulkSend } from "@/lib/requests/bulk/show";

export const POST = route(
  retryBulkSendOperation,
  async (ctx, actor, { params }) => {
    await retryBulkSend(ctx, actor, params);
    return showBulkSend(ctx, actor, params);
  },
  { again: (ctx, actor, { params }) => showBulkSend(ctx, actor, params) },
);
