import { confirmAddress } from "@/lib/accounts/confirm-address";
import { getAccount } from "@/lib/accounts/find";
import { toAccountWire } from "@/lib/accounts/wire";
import { route } from "@/lib/api/http/route";
import { confirmAddressOperation } from "@/lib/api/operations/registration";
import { madeId } from "@/lib/context/idempotency/keys";

export const POST = route(
  confirmAddressOperation,
  async (ctx, actor, { body }) => toAccountWire(await confirmAddress(ctx, actor, body.token)),
  {
    again: async (ctx, _actor, _input, made) => toAccountWire(await getAccount(ctx, madeId(made, "accountId"))),
  },
);
