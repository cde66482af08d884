import { randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { adminActivity, type AdminActivity } from "@/db/schema/administration";
import { assertAdmin, refuseToken } from "@/lib/accounts/actor";
import { maskPhone, readPhone } from "@/lib/accounts/change-phone";
import { accountLanguage, findChat } from "@/lib/accounts/find";
import { emailAddress } from "@/lib/accounts/schema";
import { shownError } from "@/lib/administration/jobs";
import {
  gatewayChannels,
  type GatewayChannel,
  type gatewayTestAnswer,
  type GatewayTestResult,
} from "@/lib/administration/schema";
import { MessagingError } from "@/lib/channels/messenger";
import { gatewayTestMail, gatewayTestText } from "@/lib/channels/templates/account";
import { mailTranslator, type MailTranslator } from "@/lib/channels/templates/mail-text";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { countAttempt } from "@/lib/context/rates/counters";
import { DomainError, invalid } from "@/lib/platform/errors";
import { maskAddress } from "@/lib/platform/plain-text";
import { kindsWith } from "@/lib/records/outbox/kinds";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";

interface Gateway {
  channel: GatewayChannel;
  state: "configured" | "kept" | "off";
  /** Messages that wait for another attempt. */
  waiting: number;
  lastTest: GatewayTestResult | null;
}

/** The delivery channels and their state, without secrets. Throws `forbidden`. */
export async function listGateways(ctx: Ctx, actor: Actor): Promise<Gateway[]> {
  assertAdmin(actor);
  const [waiting, tests] = await Promise.all([countWaiting(ctx), readLastTests(ctx)]);
  return gatewayChannels.map((channel) => ({
    channel,
    state: stateOf(ctx, channel),
    waiting: waiting.get(channel) ?? 0,
    lastTest: tests.get(channel) ?? null,
  }));
}

function stateOf(ctx: Ctx, channel: GatewayChannel): Gateway["state"] {
  if (channel === "email") return ctx.usesMessageInbox ? "kept" : "configured";
  return ctx.gateways[channel] === null ? "off" : "configured";
}

/** Everything is an e-mail except codes over another channel and the notice to an old number. */
async function countWaiting(ctx: Ctx): Promise<Map<string, number>> {
  const messages = kindsWith(({ sendsMessage }) => sendsMessage === true);
  const { rows } = await ctx.db.execute<{ channel: string; count: number }>(sql`
    select case when job.kind = 'phoneNotice' then 'sms' else coalesce(challenge.channel, 'email') end as channel, count(*)::int as count
    from outbox_jobs job left join challenges challenge on job.kind = 'code' and challenge.id = (job.payload->>'challengeId')::int
    where job.done_at is null and job.dead_at is null and job.attempts > 0 and job.kind = any(${sql.param(messages)}::text[])
    group by 1`);
  return new Map(rows.map(({ channel, count }) => [channel, count]));
}

async function readLastTests(ctx: Ctx): Promise<Map<unknown, GatewayTestResult>> {
  const channel = sql<string>`${adminActivity.data}->>'channel'`;
  const rows = await ctx.db
    .selectDistinctOn([channel])
    .from(adminActivity)
    .where(eq(adminActivity.type, "gateway.tested"))
    .orderBy(channel, desc(adminActivity.id));
  return new Map(rows.map((entry) => [entry.data.channel, resultOf(entry)]));
}

/** The result of a test, from its activity entry. */
function resultOf({ at, data }: AdminActivity): GatewayTestResult {
  const reason = String(data.reason);
  return {
    at: at.toISOString(),
    delivered: data.delivered === true,
    sentTo: String(data.sentTo),
    durationMs: Number(data.durationMs),
    reason: reason === "" ? null : reason,
  };
}

const hour = 3600;

/**
 * Sends one test message at once and returns the result. A refusal by the gateway is a result, not an error. A token
 * sends to the caller's own address, number or chat only. Throws `forbidden`, `reauth_required`, `rate_limited`,
 * `gateway_not_configured`, and what `testRecipient` throws.
 */
export async function sendGatewayTest(
  ctx: Ctx,
  actor: Actor,
  { channel, to }: { channel: GatewayChannel; to?: string | undefined },
): Promise<GatewayTestResult> {
  const acting = assertAdmin(actor);
  if (to !== undefined) refuseToken(acting);
  const recipient = await testRecipient(ctx, acting, channel, to);
  const hand = senderFor(ctx, channel, mailTranslator(accountLanguage(acting.account)));
  const counted = await countAttempt(ctx, `gateway-test:${String(acting.account.id)}`, hour);
  if (counted.count > ctx.limits.gatewayTestsPerHour)
    throw new DomainError("rate_limited", {
      retryAfterSeconds: counted.secondsLeft,
      detail: "Too many tests. Wait before the next.",
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
  const activityId = await ctx.tx(async (tx) => {
    const id = await recordAdminActivity(tx, acting, "gateway.tested", facts);
    await markDone(tx, { activityId: id });
    return id;
  });
  return getGatewayTest(ctx, actor, activityId);
}

/** The result of an earlier test. Throws `forbidden`, `not_found`. */
export async function getGatewayTest(ctx: Ctx, actor: Actor, activityId: number): Promise<GatewayTestResult> {
  assertAdmin(actor);
  const [entry] = await ctx.db.select().from(adminActivity).where(eq(adminActivity.id, activityId));
  if (!entry) throw new DomainError("not_found");
  return resultOf(entry);
}

function senderFor(ctx: Ctx, channel: GatewayChannel, t: MailTranslator): (to: string) => Promise<unknown> {
  const idempotencyKey = `paraph-test-${randomUUID()}`;
  if (channel === "email") return (to) => ctx.messenger.send({ ...gatewayTestMail(t), to, idempotencyKey });
  const gateway = ctx.gateways[channel];
  if (!gateway) throw new DomainError("gateway_not_configured", { detail: `No gateway for ${channel} is configured.` });
  return (to) => gateway.send({ to, text: gatewayTestText(t), idempotencyKey });
}

export function toGatewayTestWire(
  channel: GatewayChannel,
  result: GatewayTestResult,
): z.infer<typeof gatewayTestAnswer> {
  return {
    message: result.delivered ? "The gateway accepted the message" : "The gateway rejected the message",
    channel,
    ...result,
  };
}

interface TestRecipient {
  to: string;
  masked: string;
}

/**
 * The recipient of a test: the one entered by the administrator, otherwise the administrator. Throws
 * `validation_failed` for an invalid address of the channel, `phone_missing`, `chat_missing`.
 */
async function testRecipient(
  ctx: Ctx,
  actor: AccountActor,
  channel: GatewayChannel,
  named: string | undefined,
): Promise<TestRecipient> {
  if (channel === "email") return toMail(named ?? actor.account.email);
  if (channel === "telegram") return toChat(named ?? (await findChat(ctx, actor.account.id)));
  return toNumber(named ?? actor.account.phone);
}

function toMail(address: string): TestRecipient {
  const parsed = emailAddress.safeParse(address);
  if (!parsed.success) throw invalid("/to", "email_invalid", "to is not an e-mail address");
  return { to: parsed.data, masked: maskAddress(parsed.data) };
}

function toNumber(number: string | null): TestRecipient {
  if (number === null)
    throw new DomainError("phone_missing", { detail: "Your account has no phone number. Enter one." });
  const to = readPhone(number);
  if (to === null)
    throw invalid("/to", "phone_invalid", "to is not a phone number in international form, such as +491701234567");
  return { to, masked: maskPhone(to) };
}

function toChat(chat: string | null): TestRecipient {
  if (chat === null)
    throw new DomainError("chat_missing", {
      detail: "Your account has no Telegram chat. Link one, or enter a chat ID.",
    });
  if (!/^-?\d{1,20}$/.test(chat)) throw invalid("/to", "chat_invalid", "to is not the id of a chat");
  return { to: chat, masked: "Telegram" };
}
