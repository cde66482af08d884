import { requestCodeByFileOperation } from "@/lib/api/operations/signing";
import { toSentCodeWire } from "@/lib/file-views/signed-answer";
import { route } from "@/lib/http/route";
import { requestCode } from "@/lib/sign-methods/request-code";

export const POST = route(requestCodeByFileOperation, async (ctx, actor, { params }) => toSentCodeWire(await requestCode(ctx, actor, params)));
