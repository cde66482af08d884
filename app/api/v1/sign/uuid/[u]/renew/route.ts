import { route } from "@/lib/api/http/route";
import { renewByLinkOperation } from "@/lib/api/operations/sign-links";
import { askForRenewal } from "@/lib/requests/ask-for-renewal";

const response = { message: "The sender was asked for more time." };

export const POST = route(
  renewByLinkOperation,
  async (ctx, actor, { params }) => {
    const { isNew } = await askForRenewal(ctx, actor, params);
    return isNew ? response : { message: "The sender was asked already, less than a day ago." };
  },
  { again: () => response },
);
