import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadByLinkOperation } from "@/lib/api/operations/sign-links";
import { downloadByLink } from "@/lib/requests/links/read-by-link";

export const GET = route(downloadByLinkOperation, async (ctx, actor, { params, query }) => {
  const file = await downloadByLink(ctx, actor, { ...params, ...query });
  return content({ ...file, mediaType: "application/pdf" });
});
