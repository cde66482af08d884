import { signByLinkOperation } from "@/lib/api/operations/signing";
import { toSignedWire } from "@/lib/file-views/signed-answer";
import { route } from "@/lib/http/route";
import { sign } from "@/lib/signing/sign";

export const POST = route(signByLinkOperation, async (ctx, actor, { params, body }) => toSignedWire(await sign(ctx, actor, { ...body, target: { link: params.u } })));
