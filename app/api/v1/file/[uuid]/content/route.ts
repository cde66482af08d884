import { downloadFileOperation } from "@/lib/api/operations/files";
import { downloadFile } from "@/lib/files/content";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(downloadFileOperation, async (ctx, actor, { params, query }) => {
  const file = await downloadFile(ctx, actor, { ...params, ...query });
  return content({ ...file, mediaType: "application/pdf" });
});
