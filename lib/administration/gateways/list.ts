import { desc, eq, sql } from "drizzle-orm";
import { adminActivity, type AdminActivity } from "@/db/schema/administration";
import { assertAdmin } from "@/lib/accounts/actor";
import { gatewayChannels, type GatewayChannel, type GatewayTestResult } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/platform/context";
import { kindsWith } from "@/lib/records/outbox/kinds";

interface Gateway {
  channel: GatewayChannel;
  state: "configured" | "kept" | "off";
  /** Messages that wait for another try. */
  waiting: number;
  lastTest: GatewayTestResult | null;
}

/** The ways that messages take, and what is known of each; no secret. Throws `forbidden`. */
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

/** Everything but a code over another channel, and the notice to an old number, is a mail. */
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
export function resultOf({ at, data }: AdminActivity): GatewayTestResult {
  const reason = String(data.reason);
  return {
    at: at.toISOString(),
    delivered: data.delivered === true,
    sentTo: String(data.sentTo),
    durationMs: Number(data.durationMs),
    reason: reason === "" ? null : reason,
  };
}
