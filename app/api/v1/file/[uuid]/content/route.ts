import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadFileOperation } from "@/lib/api/operations/files";
import { downloadFile } from "@/lib/documents/content";

export const GET = route(downloadFileOperation, async (ctx, actor, { params, query }) => {
  return content(await downloadFile(ctx, actor, { ...params, ...query }));
});
