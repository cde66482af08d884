import { withHeaders } from "@/lib/api/http/responses";
import { route } from "@/lib/api/http/route";
import { confirmIdentificationOperation } from "@/lib/api/operations/identification";
import { guestCookie } from "@/lib/auth/cookies";
import { madeText } from "@/lib/context/idempotency/keys";
import { confirmIdentification, readCredential } from "@/lib/signing/identification/confirm";
import type { GuestCredential } from "@/lib/signing/identification/guest";
import { toIdentifiedWire } from "@/lib/signing/wire";

const answer = (publicUrl: string, credential: GuestCredential) =>
  withHeaders(toIdentifiedWire(credential), { "set-cookie": guestCookie(publicUrl, credential) });

export const POST = route(
  confirmIdentificationOperation,
  async (ctx, actor, { params, body }) =>
    answer(ctx.publicUrl, await confirmIdentification(ctx, actor, { ...params, ...body })),
  {
    again: (ctx, _actor, _input, made) => answer(ctx.publicUrl, readCredential(madeText(made, "secret"))),
  },
);
