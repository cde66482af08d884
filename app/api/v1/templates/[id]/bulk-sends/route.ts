import { route } from "@/lib/api/http/route";
import { startBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { madeId } from "@/lib/context/idempotency/keys";
import { showBulkSend } from "@/lib/requests/bulk/show";
import { startBulkSend } from "@/lib/requests/bulk/start";

export const POST = route(
  startBulkSendOperation,
  async (ctx, actor, { params, body }) =>
    showBulkSend(ctx, actor, { id: (await startBulkSend(ctx, actor, { ...params, ...body })).bulkSendId }),
  { again: (ctx, actor, _input, made) => showBulkSend(ctx, actor, { id: madeId(made, "bulkSendId") }) },
);
