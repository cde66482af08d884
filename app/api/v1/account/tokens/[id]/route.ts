import { revokeToken } from "@/lib/accounts/revoke-token";
import { revokeTokenOperation } from "@/lib/api/operations/account";
import { route } from "@/lib/http/route";

const done = { message: "The token is revoked" };

export const DELETE = route(
  revokeTokenOperation,
  async (ctx, actor, { params }) => {
    await revokeToken(ctx, actor, params.id);
    return done;
  },
  { again: () => done },
);
