import { toAdministeredListWire } from "@/lib/accounts/administration-wire";
import { createAccount } from "@/lib/accounts/create";
import { getAccount } from "@/lib/accounts/find";
import { listAccounts } from "@/lib/accounts/list";
import { toAccountWire } from "@/lib/accounts/wire";
import { createAccountOperation, listAccountsOperation } from "@/lib/api/operations/administration";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

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
