import { changePhone } from "@/lib/accounts/change-phone";
import { getAccount } from "@/lib/accounts/find";
import { toPhoneWire } from "@/lib/accounts/wire";
import { route } from "@/lib/api/http/route";
import { changePhoneOperation } from "@/lib/api/operations/account";
import { proveAgain } from "@/lib/auth/log-in";
import { madeId } from "@/lib/context/idempotency/keys";

export const PUT = route(
  changePhoneOperation,
  async (ctx, actor, { params, body }) =>
    toPhoneWire(await changePhone(ctx, await proveAgain(ctx, actor, body.currentPassword), params.user_id, body)),
  {
    again: async (ctx, _actor, _input, made) => toPhoneWire(await getAccount(ctx, madeId(made, "accountId"))),
  },
);
