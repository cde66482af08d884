import { createInvitedAccount } from "@/lib/accounts/create";
import { getAccount } from "@/lib/accounts/find";
import { toAccountWire } from "@/lib/accounts/wire";
import { route } from "@/lib/api/http/route";
import { createInvitedAccountOperation } from "@/lib/api/operations/account";
import { madeId } from "@/lib/context/idempotency/keys";
import { authorizeByLink } from "@/lib/requests/links/find-by-link";

export const POST = route(
  createInvitedAccountOperation,
  async (ctx, actor, { params, body }) => {
    const { signRequest, isLive } = await authorizeByLink(ctx, actor, params.signRequestUuid);
    return toAccountWire(await createInvitedAccount(ctx, signRequest, body, { isLive }));
  },
  { again: async (ctx, _actor, _input, made) => toAccountWire(await getAccount(ctx, madeId(made, "accountId"))) },
);
