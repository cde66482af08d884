import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { exampleBulkSendOperation } from "@/lib/api/operations/bulk-sends";
import { exampleCsv } from "@/lib/requests/bulk/csv";

export const GET = route(exampleBulkSendOperation, async (ctx, actor, { params }) =>
  content(await exampleCsv(ctx, actor, params)),
);
