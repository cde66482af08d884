import { askForConfirmation } from "@/lib/accounts/confirm-address";
import { route } from "@/lib/api/http/route";
import { askForConfirmationOperation } from "@/lib/api/operations/registration";

const done = { message: "An e-mail is on its way, unless your address is confirmed" };

export const POST = route(
  askForConfirmationOperation,
  async (ctx, actor) => {
    await askForConfirmation(ctx, actor);
    return done;
  },
  { again: () => done },
);
