import { mailReset } from "@/lib/accounts/passwords";
import { route } from "@/lib/api/http/route";
import { mailResetOperation } from "@/lib/api/operations/operating";

const done = { message: "An e-mail with a link to set a password is on its way" };

export const POST = route(
  mailResetOperation,
  async (ctx, actor, { params }) => {
    await mailReset(ctx, actor, params.id);
    return done;
  },
  { again: () => done },
);
