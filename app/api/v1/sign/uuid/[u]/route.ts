import { openLinkOperation } from "@/lib/api/operations/sign-links";
import { signByLinkOperation } from "@/lib/api/operations/signing";
import { openLink } from "@/lib/file-views/open-link";
import { toSignedWire } from "@/lib/file-views/signed-answer";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";
import { readSigned } from "@/lib/signing/read-signed";
import { sign } from "@/lib/signing/sign";

export const GET = route(openLinkOperation, (ctx, actor, { params }) => openLink(ctx, actor, params));
export const POST = route(
  signByLinkOperation,
  async (ctx, actor, { params, body }) => toSignedWire(await sign(ctx, actor, { ...body, target: { link: params.u } })),
  {
    again: async (ctx, _actor, _input, made) => toSignedWire(await readSigned(ctx, madeId(made, "signRequestId"))),
  },
);
