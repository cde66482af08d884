import { requestCodeByLinkOperation } from "@/lib/api/operations/signing";
import { toSentCodeWire } from "@/lib/file-views/signed-answer";
import { route } from "@/lib/http/route";
import { madeText } from "@/lib/idempotency/made";
import { readSentCode, requestCode } from "@/lib/sign-methods/request-code";

export const POST = route(
  requestCodeByLinkOperation,
  async (ctx, actor, { params }) => toSentCodeWire(await requestCode(ctx, actor, { link: params.u })),
  {
    again: (_ctx, _actor, _input, made) => toSentCodeWire(readSentCode(madeText(made, "secret"))),
  },
);
