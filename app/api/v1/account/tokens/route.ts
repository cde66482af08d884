import { createToken, getToken, listTokens } from "@/lib/accounts/tokens";
import { toMadeTokenWire, toTokenWire } from "@/lib/accounts/wire";
import { route } from "@/lib/api/http/route";
import { createTokenOperation, listTokensOperation } from "@/lib/api/operations/account";
import { madeId, madeText } from "@/lib/context/idempotency/keys";

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
