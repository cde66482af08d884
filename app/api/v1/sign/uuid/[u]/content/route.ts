import { downloadByLinkOperation } from "@/lib/api/operations/sign-links";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";
import { downloadByLink } from "@/lib/sign-requests/read-by-link";

export const GET = route(downloadByLinkOperation, async (ctx, actor, { params, query }) => {
  const file = await downloadByLink(ctx, actor, { ...params, ...query });
  return content({ ...file, mediaType: "application/pdf" });
});
