import { identifyOperation } from "@/lib/api/operations/identification";
import { route } from "@/lib/http/route";
import { madeText } from "@/lib/idempotency/made";
import { identify } from "@/lib/identification/identify";
import { toIdentificationSentWire } from "@/lib/identification/wire";
import { readSentCode } from "@/lib/sign-methods/request-code";

export const POST = route(
  identifyOperation,
  async (ctx, actor, { params }) => toIdentificationSentWire(await identify(ctx, actor, params)),
  {
    again: (_ctx, _actor, _input, made) => toIdentificationSentWire(readSentCode(madeText(made, "secret"))),
  },
);
