import { endOwnSession } from "@/lib/accounts/sessions";
import { route } from "@/lib/api/http/route";
import { endSessionOperation } from "@/lib/api/operations/account";

const done = { message: "This browser is logged out" };

export const DELETE = route(
  endSessionOperation,
  async (ctx, actor, { params }) => {
    await endOwnSession(ctx, actor, params.id);
    return done;
  },
  { again: () => done },
);
