import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { administrationActs } from "@/db/schema/administration";
import { accountLanguage } from "@/lib/accounts/account-language";
import { assertAdmin } from "@/lib/accounts/actor";
import { noteAct } from "@/lib/administration/note-act";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { shownError } from "@/lib/jobs/shown-error";
import { MessagingError } from "@/lib/messaging/messenger";
import { gatewayTestMail, gatewayTestText } from "@/lib/messaging/templates/gateway-test";
import { mailWords, type MailWords } from "@/lib/messaging/templates/mail-words";
import { countAttempt } from "@/lib/rates/attempts";
import { testRecipient } from "./recipient";
import type { GatewayChannel, GatewayTestResult } from "./schema";
import { resultOf } from "./test-result";

const hour = 3600;

/**
 * Sends one test message at once and tells what became of it; a gateway that refuses is an answer, not an error. Throws `forbidden`,
 * `rate_limited`, `gateway_not_configured`, and what `testRecipient` throws.
 */
export async function sendGatewayTest(
  ctx: Ctx,
  actor: Actor,
  { channel, to }: { channel: GatewayChannel; to?: string | undefined },
): Promise<GatewayTestResult> {
  const acting = assertAdmin(actor);
  const recipient = await testRecipient(ctx, acting, channel, to);
  const hand = senderFor(ctx, channel, mailWords(accountLanguage(acting.account)));
  const counted = await countAttempt(ctx, `gateway-test:${String(acting.account.id)}`, hour);
  if (counted.count > ctx.limits.gatewayTestsPerHour)
    throw new DomainError("rate_limited", {
      retryAfterSeconds: counted.secondsLeft,
      detail: "Too many tests; wait before the next",
    });
  const startedAt = performance.now();
  const refusal = await hand(recipient.to).then(
    () => null,
    (error: unknown) => {
      if (error instanceof MessagingError) return shownError(error.detail);
      throw error;
    },
  );
  const facts = {
    channel,
    delivered: refusal === null,
    sentTo: recipient.masked,
    durationMs: Math.round(performance.now() - startedAt),
    reason: refusal ?? "",
  };
  const actId = await ctx.tx(async (tx) => {
    const id = await noteAct(tx, acting, "gateway.tested", facts);
    await markDone(tx, { actId: id });
    return id;
  });
  return getGatewayTest(ctx, actor, actId);
}

/** The result of a test that was made. Throws `forbidden`, `not_found`. */
export async function getGatewayTest(ctx: Ctx, actor: Actor, actId: number): Promise<GatewayTestResult> {
  assertAdmin(actor);
  const [act] = await ctx.db.select().from(administrationActs).where(eq(administrationActs.id, actId));
  if (!act) throw new DomainError("not_found");
  return resultOf(act);
}

function senderFor(ctx: Ctx, channel: GatewayChannel, words: MailWords): (to: string) => Promise<unknown> {
  const idempotencyKey = `paraph-test-${randomUUID()}`;
  if (channel === "email") return (to) => ctx.messenger.send({ ...gatewayTestMail(words), to, idempotencyKey });
  const gateway = ctx.gateways[channel];
  if (!gateway) throw new DomainError("gateway_not_configured", { detail: `No gateway for ${channel} is configured` });
  return (to) => gateway.send({ to, text: gatewayTestText(words), idempotencyKey });
}
