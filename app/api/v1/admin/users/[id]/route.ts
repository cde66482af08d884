import { changeAccount } from "@/lib/accounts/change";
import { getAccount } from "@/lib/accounts/find";
import { toAccountWire } from "@/lib/accounts/wire";
import { changeAccountOperation } from "@/lib/api/operations/administration";
import { route } from "@/lib/http/route";

export const PATCH = route(
  changeAccountOperation,
  async (ctx, actor, { params, body }) => toAccountWire(await changeAccount(ctx, actor, params.id, body)),
  {
    again: async (ctx, _actor, { params }) => toAccountWire(await getAccount(ctx, params.id)),
  },
);
