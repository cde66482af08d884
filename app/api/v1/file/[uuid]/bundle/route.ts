import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadBundleOperation } from "@/lib/api/operations/evidence";
import { downloadBundle } from "@/lib/evidence/download-bundle";

export const GET = route(downloadBundleOperation, async (ctx, actor, { params }) =>
  content({ ...(await downloadBundle(ctx, actor, params)), mediaType: "application/zip" }),
);
