import { route } from "@/lib/api/http/route";
import { listFilesOperation } from "@/lib/api/operations/files";
import { listFiles } from "@/lib/views/list/list";

export const GET = route(listFilesOperation, (ctx, actor, { query }) => listFiles(ctx, actor, query));
