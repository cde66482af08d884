import { endOwnSession } from "@/lib/accounts/end-own-session";
import { endSessionOperation } from "@/lib/api/operations/own-account";
import { route } from "@/lib/http/route";

const done = { message: "This browser is logged out" };

export const DELETE = route(
  endSessionOperation,
  async (ctx, actor, { params }) => {
    await endOwnSession(ctx, actor, params.id);
    return done;
  },
  { again: () => done },
);
