import { route } from "@/lib/api/http/route";
import { requestVisitorCodeOperation } from "@/lib/api/operations/direct-links";
import { madeText } from "@/lib/context/idempotency/keys";
import { readVisitorCodeSent, requestVisitorCode } from "@/lib/signing/direct-links/request-code";
import { toVisitorCodeWire } from "@/lib/signing/wire";

export const POST = route(
  requestVisitorCodeOperation,
  async (ctx, actor, { params, body }) =>
    toVisitorCodeWire(await requestVisitorCode(ctx, actor, { ...params, ...body })),
  { again: (_ctx, _actor, _input, made) => toVisitorCodeWire(readVisitorCodeSent(madeText(made, "secret"))) },
);
