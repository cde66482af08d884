import { route } from "@/lib/api/http/route";
import { delegateByLinkOperation } from "@/lib/api/operations/sign-links";
import { delegateByLink } from "@/lib/signing/delegate";

const done = { message: "You have delegated signing. The delegate is invited." };

export const POST = route(
  delegateByLinkOperation,
  async (ctx, actor, { params, body }) => {
    await delegateByLink(ctx, actor, { ...params, ...body });
    return done;
  },
  { again: () => done },
);
