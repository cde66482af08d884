import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadRevisionOperation } from "@/lib/api/operations/evidence";
import { downloadRevision } from "@/lib/documents/content";

export const GET = route(downloadRevisionOperation, async (ctx, actor, { params, query }) =>
  content({ ...(await downloadRevision(ctx, actor, { ...params, ...query })), mediaType: "application/pdf" }),
);
