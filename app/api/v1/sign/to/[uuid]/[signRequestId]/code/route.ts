import { askToOpenOperation } from "@/lib/api/operations/identification";
import { route } from "@/lib/http/route";
import { madeText } from "@/lib/idempotency/made";
import { askToOpen, readOpeningAsked } from "@/lib/identification/ask-to-open";
import { toOpeningAskedWire } from "@/lib/identification/wire";

export const POST = route(
  askToOpenOperation,
  async (ctx, _actor, { params }) => toOpeningAskedWire(await askToOpen(ctx, params)),
  {
    again: (_ctx, _actor, _input, made) => toOpeningAskedWire(readOpeningAsked(madeText(made, "secret"))),
  },
);
