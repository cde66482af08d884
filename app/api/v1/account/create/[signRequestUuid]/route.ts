import { createInvitedAccount } from "@/lib/accounts/create-invited";
import { toAccountWire } from "@/lib/accounts/wire";
import { createInvitedAccountOperation } from "@/lib/api/operations/account";
import { route } from "@/lib/http/route";
import { actByLink } from "@/lib/sign-requests/find-by-link";

export const POST = route(createInvitedAccountOperation, async (ctx, actor, { params, body }) => {
  const { signRequest } = await actByLink(ctx, actor, params.signRequestUuid);
  return toAccountWire(await createInvitedAccount(ctx, signRequest, body));
});
