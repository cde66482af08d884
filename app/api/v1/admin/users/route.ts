import { createAccount } from "@/lib/accounts/create";
import { getAccount } from "@/lib/accounts/find";
import { toAccountWire } from "@/lib/accounts/wire";
import { listAccounts, toAdministeredListWire } from "@/lib/administration/users";
import { route } from "@/lib/api/http/route";
import { createAccountOperation, listAccountsOperation } from "@/lib/api/operations/administration";
import { madeId } from "@/lib/context/idempotency/keys";

export const GET = route(listAccountsOperation, async (ctx, actor, { query }) =>
  toAdministeredListWire(ctx, await listAccounts(ctx, actor, query)),
);

export const POST = route(
  createAccountOperation,
  async (ctx, actor, { body }) => toAccountWire(await createAccount(ctx, actor, body)),
  {
    again: async (ctx, _actor, _input, made) => toAccountWire(await getAccount(ctx, madeId(made, "accountId"))),
  },
);
