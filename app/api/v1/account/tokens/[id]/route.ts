import { revokeToken } from "@/lib/accounts/tokens";
import { route } from "@/lib/api/http/route";
import { revokeTokenOperation } from "@/lib/api/operations/account";

const done = { message: "The token is revoked" };

export const DELETE = route(
  revokeTokenOperation,
  async (ctx, actor, { params }) => {
    await revokeToken(ctx, actor, params.id);
    return done;
  },
  { again: () => done },
);
