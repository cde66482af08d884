import { route } from "@/lib/api/http/route";
import { viewedByLinkOperation } from "@/lib/api/operations/sign-links";
import { noteViewed } from "@/lib/requests/links/note-viewed";

export const POST = route(viewedByLinkOperation, async (ctx, actor, { params, body }) => {
  await noteViewed(ctx, actor, { ...params, ...body });
  return { message: "Noted." };
});
