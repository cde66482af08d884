import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadBulkResultsOperation } from "@/lib/api/operations/bulk-sends";
import { resultsCsv } from "@/lib/requests/bulk/csv";

export const GET = route(downloadBulkResultsOperation, async (ctx, actor, { params }) =>
  content(await resultsCsv(ctx, actor, params)),
);
