import { route } from "@/lib/api/http/route";
import { pauseBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { pauseBulkSend } from "@/lib/requests/bulk/control";
import { showBulkSend } from "@/lib/requests/bulk/show";

export const POST = route(
  pauseBulkSendOperation,
  async (ctx, actor, { params }) => {
    await pauseBulkSend(ctx, actor, params);
    return showBulkSend(ctx, actor, params);
  },
  { again: (ctx, actor, { params }) => showBulkSend(ctx, actor, params) },
);
