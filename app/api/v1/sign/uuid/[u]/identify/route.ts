import { route } from "@/lib/api/http/route";
import { identifyOperation } from "@/lib/api/operations/identification";
import { madeText } from "@/lib/context/idempotency/keys";
import { identify } from "@/lib/signing/identification/confirm";
import { readSentCode } from "@/lib/signing/proof/request-code";
import { toIdentificationSentWire } from "@/lib/signing/wire";

export const POST = route(
  identifyOperation,
  async (ctx, actor, { params }) => toIdentificationSentWire(await identify(ctx, actor, params)),
  {
    again: (_ctx, _actor, _input, made) => toIdentificationSentWire(readSentCode(madeText(made, "secret"))),
  },
);
