import { route } from "@/lib/api/http/route";
import { openLinkOperation } from "@/lib/api/operations/sign-links";
import { signByLinkOperation } from "@/lib/api/operations/signing";
import { madeId } from "@/lib/context/idempotency/keys";
import { readSigned } from "@/lib/signing/read-signed";
import { sign } from "@/lib/signing/sign";
import { toSignedWire } from "@/lib/views/file-answer";
import { openLink } from "@/lib/views/show";

export const GET = route(openLinkOperation, (ctx, actor, { params }) => openLink(ctx, actor, params));
export const POST = route(
  signByLinkOperation,
  async (ctx, actor, { params, body }) => toSignedWire(await sign(ctx, actor, { ...body, target: { link: params.u } })),
  {
    again: async (ctx, _actor, _input, made) => toSignedWire(await readSigned(ctx, madeId(made, "signRequestId"))),
  },
);
