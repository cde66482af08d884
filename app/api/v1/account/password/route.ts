import { changeOwnPassword } from "@/lib/accounts/passwords";
import { route } from "@/lib/api/http/route";
import { changeOwnPasswordOperation } from "@/lib/api/operations/account";
import { proveAgain } from "@/lib/auth/log-in";

const done = { message: "The new password is set, and every other browser is logged out" };

export const POST = route(
  changeOwnPasswordOperation,
  async (ctx, actor, { body }) => {
    await changeOwnPassword(ctx, await proveAgain(ctx, actor, body.currentPassword), body.password);
    return done;
  },
  { again: () => done },
);
