import { createInvitedAccount } from "@/lib/accounts/create-invited";
import { getAccount } from "@/lib/accounts/find";
import { toAccountWire } from "@/lib/accounts/wire";
import { createInvitedAccountOperation } from "@/lib/api/operations/account";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";
import { actByLink } from "@/lib/sign-requests/find-by-link";

export const POST = route(
  createInvitedAccountOperation,
  async (ctx, actor, { params, body }) => {
    const { signRequest, isLive } = await actByLink(ctx, actor, params.signRequestUuid);
    return toAccountWire(await createInvitedAccount(ctx, signRequest, body, { isLive }));
  },
  { again: async (ctx, _actor, _input, made) => toAccountWire(await getAccount(ctx, madeId(made, "accountId"))) },
);
