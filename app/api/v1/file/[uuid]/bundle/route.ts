import { downloadBundleOperation } from "@/lib/api/operations/evidence";
import { downloadBundle } from "@/lib/evidence/download-bundle";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(downloadBundleOperation, async (ctx, actor, { params }) =>
  content({ ...(await downloadBundle(ctx, actor, params)), mediaType: "application/zip" }),
);
