import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { drawPageByLinkOperation } from "@/lib/api/operations/sign-links";
import { drawPageByLink } from "@/lib/requests/links/read-by-link";

// No ETag: a browser stores nothing that a sign link opens (docs/spec/guarantees.md#under-attack).
export const GET = route(drawPageByLinkOperation, async (ctx, actor, { params, query }) => {
  const { mediaType, bytes } = await drawPageByLink(ctx, actor, { ...params, ...query });
  return content({ mediaType, bytes });
});
