import { askForConfirmation } from "@/lib/accounts/ask-for-confirmation";
import { askForConfirmationOperation } from "@/lib/api/operations/registration";
import { route } from "@/lib/http/route";

const done = { message: "A mail is on its way, unless your address is proved" };

export const POST = route(
  askForConfirmationOperation,
  async (ctx, actor) => {
    await askForConfirmation(ctx, actor);
    return done;
  },
  { again: () => done },
);
