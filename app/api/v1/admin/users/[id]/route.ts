import { changeAccount } from "@/lib/accounts/change";
import { getAccount } from "@/lib/accounts/find";
import { toAccountWire } from "@/lib/accounts/wire";
import { route } from "@/lib/api/http/route";
import { changeAccountOperation } from "@/lib/api/operations/administration";

export const PATCH = route(
  changeAccountOperation,
  async (ctx, actor, { params, body }) => toAccountWire(await changeAccount(ctx, actor, params.id, body)),
  {
    again: async (ctx, _actor, { params }) => toAccountWire(await getAccount(ctx, params.id)),
  },
);
