import { registerOperation } from "@/lib/api/operations/registration";
import { route } from "@/lib/http/route";
import { registerAccount } from "@/lib/registration/register";

const done = { message: "A mail is on its way to this address" };

export const POST = route(
  registerOperation,
  async (ctx, _actor, { body }) => {
    await registerAccount(ctx, body);
    return done;
  },
  { again: () => done },
);
