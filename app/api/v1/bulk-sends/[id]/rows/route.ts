import { route } from "@/lib/api/http/route";
import { listBulkRowsOperation } from "@/lib/api/operations/bulk-sends";
import { listBulkRows } from "@/lib/requests/bulk/show";

export const GET = route(listBulkRowsOperation, (ctx, actor, { params, query }) =>
  listBulkRows(ctx, actor, { ...params, ...query }),
);
