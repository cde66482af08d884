import { listFilesOperation } from "@/lib/api/operations/files";
import { listFiles } from "@/lib/file-views/list";
import { route } from "@/lib/http/route";

export const GET = route(listFilesOperation, (ctx, actor, { query }) => listFiles(ctx, actor, query));
