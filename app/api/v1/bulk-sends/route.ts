import { route } from "@/lib/api/http/route";
import { listBulkSendsOperation } from "@/lib/api/operations/bulk-sends";
import { listBulkSends } from "@/lib/requests/bulk/show";

export const GET = route(listBulkSendsOperation, (ctx, actor, { query }) => listBulkSends(ctx, actor, query));
