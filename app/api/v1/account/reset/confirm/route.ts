import { resetPassword } from "@/lib/accounts/passwords";
import { route } from "@/lib/api/http/route";
import { resetPasswordOperation } from "@/lib/api/operations/registration";
import { forgetFailures } from "@/lib/auth/log-in-attempts";

const done = { message: "The new password is set" };

export const POST = route(
  resetPasswordOperation,
  async (ctx, _actor, { body }) => {
    const account = await resetPassword(ctx, body);
    await forgetFailures(ctx, account.email);
    return done;
  },
  { again: () => done },
);
