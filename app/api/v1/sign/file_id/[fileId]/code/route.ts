import { route } from "@/lib/api/http/route";
import { requestCodeByFileOperation } from "@/lib/api/operations/signing";
import { madeText } from "@/lib/context/idempotency/keys";
import { readSentCode, requestCode } from "@/lib/signing/proof/request-code";
import { toSentCodeWire } from "@/lib/views/file-answer";

export const POST = route(
  requestCodeByFileOperation,
  async (ctx, actor, { params }) => toSentCodeWire(await requestCode(ctx, actor, params)),
  {
    again: (_ctx, _actor, _input, made) => toSentCodeWire(readSentCode(madeText(made, "secret"))),
  },
);
