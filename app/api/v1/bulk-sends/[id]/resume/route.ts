import { route } from "@/lib/api/http/route";
import { resumeBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { resumeBulkSend } from "@/lib/requests/bulk/control";
import { showBulkSend } from "@/lib/requests/bulk/show";

export const POST = route(
  resumeBulkSendOperation,
  async (ctx, actor, { params }) => {
    await resumeBulkSend(ctx, actor, params);
    return showBulkSend(ctx, actor, params);
  },
  { again: (ctx, actor, { params }) => showBulkSend(ctx, actor, params) },
);
