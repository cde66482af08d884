import { withHeaders } from "@/lib/api/http/responses";
import { route } from "@/lib/api/http/route";
import { startByLinkOperation } from "@/lib/api/operations/direct-links";
import { guestCookie } from "@/lib/auth/cookies";
import { madeText } from "@/lib/context/idempotency/keys";
import { readNotedStart, startByLink, type Started } from "@/lib/signing/direct-links/start";
import { toStartedWire } from "@/lib/signing/wire";

const answer = (publicUrl: string, started: Started) =>
  withHeaders(toStartedWire(started), { "set-cookie": guestCookie(publicUrl, started.guest) });

export const POST = route(
  startByLinkOperation,
  async (ctx, actor, { params, body }) => answer(ctx.publicUrl, await startByLink(ctx, actor, { ...params, ...body })),
  { again: (ctx, _actor, _input, made) => answer(ctx.publicUrl, readNotedStart(madeText(made, "secret"))) },
);
