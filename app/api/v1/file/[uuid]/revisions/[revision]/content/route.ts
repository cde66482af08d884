import { downloadRevisionOperation } from "@/lib/api/operations/revisions";
import { downloadRevision } from "@/lib/files/revision-content";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(downloadRevisionOperation, async (ctx, actor, { params, query }) =>
  content({ ...(await downloadRevision(ctx, actor, { ...params, ...query })), mediaType: "application/pdf" }),
);
