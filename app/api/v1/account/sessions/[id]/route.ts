import { endOwnSession } from "@/lib/accounts/end-own-session";
import { endSessionOperation } from "@/lib/api/operations/own-account";
import { route } from "@/lib/http/route";

export const DELETE = route(endSessionOperation, async (ctx, actor, { params }) => {
  await endOwnSession(ctx, actor, params.id);
  return { message: "This browser is logged out" };
});
