import { route } from "@/lib/api/http/route";
import { askToOpenOperation } from "@/lib/api/operations/identification";
import { madeText } from "@/lib/context/idempotency/keys";
import { askToOpen, readOpeningCodeSent } from "@/lib/signing/identification/open-by-code";
import { toOpeningCodeSentWire } from "@/lib/signing/wire";

export const POST = route(
  askToOpenOperation,
  async (ctx, _actor, { params }) => toOpeningCodeSentWire(await askToOpen(ctx, params)),
  {
    again: (_ctx, _actor, _input, made) => toOpeningCodeSentWire(readOpeningCodeSent(madeText(made, "secret"))),
  },
);
