import { viewedByLinkOperation } from "@/lib/api/operations/sign-links";
import { route } from "@/lib/http/route";
import { noteViewed } from "@/lib/sign-requests/note-viewed";

export const POST = route(viewedByLinkOperation, async (ctx, actor, { params, body }) => {
  await noteViewed(ctx, actor, { ...params, ...body });
  return { message: "Noted." };
});
