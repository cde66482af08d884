import { withHeaders } from "@/lib/api/http/responses";
import { route } from "@/lib/api/http/route";
import { openByCodeOperation } from "@/lib/api/operations/identification";
import { guestCookie } from "@/lib/auth/cookies";
import { madeText } from "@/lib/context/idempotency/keys";
import { openByCode, readOpened, type Opened } from "@/lib/signing/identification/open-by-code";
import { toOpenedWire } from "@/lib/signing/wire";

const answer = (publicUrl: string, opened: Opened) =>
  withHeaders(toOpenedWire(opened), opened.guest ? { "set-cookie": guestCookie(publicUrl, opened.guest) } : {});

export const POST = route(
  openByCodeOperation,
  async (ctx, actor, { params, body }) => answer(ctx.publicUrl, await openByCode(ctx, actor, { ...params, ...body })),
  {
    again: (ctx, _actor, _input, made) => answer(ctx.publicUrl, readOpened(madeText(made, "secret"))),
  },
);
