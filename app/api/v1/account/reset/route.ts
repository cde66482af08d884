import { askForReset } from "@/lib/accounts/passwords";
import { route } from "@/lib/api/http/route";
import { askForResetOperation } from "@/lib/api/operations/registration";

const done = { message: "If this address has an account, an e-mail is on its way" };

export const POST = route(
  askForResetOperation,
  async (ctx, _actor, { body }) => {
    await askForReset(ctx, body.email);
    return done;
  },
  { again: () => done },
);
