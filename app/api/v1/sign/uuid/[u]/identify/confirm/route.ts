import { confirmIdentificationOperation } from "@/lib/api/operations/identification";
import { guestCookie } from "@/lib/auth/cookies";
import { withHeaders } from "@/lib/http/json-answer";
import { route } from "@/lib/http/route";
import { madeText } from "@/lib/idempotency/made";
import { confirmIdentification, readCredential } from "@/lib/identification/confirm-identification";
import type { GuestCredential } from "@/lib/identification/guest-session";
import { toIdentifiedWire } from "@/lib/identification/wire";

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
