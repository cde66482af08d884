import { registerAccount } from "@/lib/accounts/register";
import { route } from "@/lib/api/http/route";
import { registerOperation } from "@/lib/api/operations/registration";

const done = { message: "An e-mail is on its way to this address" };

export const POST = route(
  registerOperation,
  async (ctx, _actor, { body }) => {
    await registerAccount(ctx, body);
    return done;
  },
  { again: () => done },
);
