import { route } from "@/lib/api/http/route";
import { viewedByLinkOperation } from "@/lib/api/operations/sign-links";
import { noteViewed } from "@/lib/requests/links/find-by-link";

export const POST = route(viewedByLinkOperation, async (ctx, actor, { params, body }) => {
  await noteViewed(ctx, actor, { ...params, ...body });
  return { message: "Noted." };
});
