import { createToken, getToken } from "@/lib/accounts/create-token";
import { listTokens } from "@/lib/accounts/list-tokens";
import { toMadeTokenWire, toTokenWire } from "@/lib/accounts/wire";
import { createTokenOperation, listTokensOperation } from "@/lib/api/operations/account";
import { route } from "@/lib/http/route";
import { madeId, madeText } from "@/lib/idempotency/made";

export const GET = route(listTokensOperation, async (ctx, actor) => ({
  data: (await listTokens(ctx, actor)).map(toTokenWire),
}));

export const POST = route(
  createTokenOperation,
  async (ctx, actor, { body }) => toMadeTokenWire(await createToken(ctx, actor, body)),
  {
    again: async (ctx, actor, _input, made) =>
      toMadeTokenWire({ row: await getToken(ctx, actor, madeId(made, "tokenId")), token: madeText(made, "secret") }),
  },
);
