import { revokeToken } from "@/lib/accounts/revoke-token";
import { revokeTokenOperation } from "@/lib/api/operations/account";
import { route } from "@/lib/http/route";

export const DELETE = route(revokeTokenOperation, async (ctx, actor, { params }) => {
  await revokeToken(ctx, actor, params.id);
  return { message: "The token is revoked" };
});
