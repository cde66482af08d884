import { mailReset } from "@/lib/accounts/mail-reset";
import { mailResetOperation } from "@/lib/api/operations/operating";
import { route } from "@/lib/http/route";

const done = { message: "A mail with a link to set a password is on its way" };

export const POST = route(
  mailResetOperation,
  async (ctx, actor, { params }) => {
    await mailReset(ctx, actor, params.id);
    return done;
  },
  { again: () => done },
);
