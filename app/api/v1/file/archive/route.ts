import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadArchiveOperation } from "@/lib/api/operations/files";
import { downloadArchive } from "@/lib/documents/download-archive";

export const GET = route(downloadArchiveOperation, async (ctx, actor, { query }) =>
  content({
    ...(await downloadArchive(ctx, actor, { uuids: [query.uuid].flat() })),
    mediaType: "application/zip",
  }),
);
