import { requestCodeByFileOperation } from "@/lib/api/operations/signing";
import { toSentCodeWire } from "@/lib/file-views/signed-answer";
import { route } from "@/lib/http/route";
import { madeText } from "@/lib/idempotency/made";
import { readSentCode, requestCode } from "@/lib/sign-methods/request-code";

export const POST = route(
  requestCodeByFileOperation,
  async (ctx, actor, { params }) => toSentCodeWire(await requestCode(ctx, actor, params)),
  {
    again: (_ctx, _actor, _input, made) => toSentCodeWire(readSentCode(madeText(made, "secret"))),
  },
);
