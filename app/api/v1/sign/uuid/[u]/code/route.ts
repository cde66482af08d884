import { route } from "@/lib/api/http/route";
import { requestCodeByLinkOperation } from "@/lib/api/operations/signing";
import { madeText } from "@/lib/context/idempotency/keys";
import { readSentCode, requestCode } from "@/lib/signing/proof/request-code";
import { toSentCodeWire } from "@/lib/views/file-answer";

export const POST = route(
  requestCodeByLinkOperation,
  async (ctx, actor, { params }) => toSentCodeWire(await requestCode(ctx, actor, { link: params.u })),
  {
    again: (_ctx, _actor, _input, made) => toSentCodeWire(readSentCode(madeText(made, "secret"))),
  },
);
