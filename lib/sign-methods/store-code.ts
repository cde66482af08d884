import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { challenges } from "@/db/schema/work";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { Limits } from "@/lib/limits";
import { codeBinding } from "@/lib/otp/code";
import { nextNetworkSendAt, type SendPause } from "@/lib/otp/limits";
import { enqueue } from "@/lib/outbox/enqueue";
import { networkOf } from "@/lib/rates/network";
import { codeEvents } from "./code-events";
import { assertNotLocked, codePause, nextCodeAt, secondsUntil, type CodedAct } from "./code-history";
import { countCodeTo } from "./count-code-to";
import { readActAgain } from "./find-act";
import { assertMayUseCode } from "./may-sign";
import type { CodeRecipient } from "./recipient";
import { recipientHmac } from "./same-recipient";

/** A code that is to be sent, and where. */
export interface NewCode {
  code: string;
  recipient: CodeRecipient;
}

export interface StoredCode {
  expiresAt: Date;
  resendAt: Date;
}

/**
 * Stores a one-time code and queues its sending, in the caller's transaction; an earlier code of the same purpose is superseded. Throws
 * `code_locked`, `rate_limited` beyond the figures of docs/spec/limits.md, and what `assertMaySign` throws.
 */
export async function storeCode(
  ctx: Ctx,
  actor: Actor,
  earlier: CodedAct,
  { code, recipient }: NewCode,
): Promise<StoredCode> {
  const act = await readActAgain(ctx, earlier, true);
  const now = await ctx.now();
  assertMayUseCode(act, now);
  await assertNotLocked(ctx, act, now);
  await assertMaySend(ctx, act, now);
  const network = await takeNetworkTurn(ctx, now);
  await countCodeTo(ctx, act.file, recipient);
  const {
    purpose,
    signRequest: { id },
    file: { preparation },
  } = act;
  await ctx.db
    .update(challenges)
    .set({ supersededAt: now })
    .where(
      and(
        eq(challenges.signRequestId, id),
        eq(challenges.purpose, purpose),
        isNull(challenges.supersededAt),
        isNull(challenges.consumedAt),
      ),
    );
  const expiresAt = new Date(now.getTime() + ctx.limits.codeLifetimeSeconds * 1000);
  const [challenge] = await ctx.db
    .insert(challenges)
    .values({
      signRequestId: id,
      preparation,
      purpose,
      channel: recipient.channel,
      sentTo: recipient.masked,
      recipientHmac: recipientHmac(ctx, id, recipient),
      codeHmac: ctx.secrets.hmac("code", codeBinding(code, { purpose, signRequestId: id, preparation })),
      network,
      createdAt: now,
      expiresAt,
    })
    .returning({ id: challenges.id });
  if (!challenge) throw new Error("the challenge was not stored");
  await enqueue(ctx, "code", { challengeId: challenge.id }, { secret: code, dedupeKey: `code:${challenge.id}` });
  await appendAuditEvent(ctx, actor, act.file.id, {
    type: codeEvents[purpose].sent,
    data: { signRequestId: id, challengeId: challenge.id, channel: recipient.channel },
  });
  return { expiresAt, resendAt: await nextCodeAt(ctx, act, now) };
}

async function assertMaySend(ctx: Ctx, act: CodedAct, now: Date): Promise<void> {
  const pause = await codePause(ctx, act, now);
  if (pause) throw paused(reasons[pause.limit](ctx.limits), pause.until, now);
}

const reasons: { readonly [limit in SendPause["limit"]]: (limits: Limits) => string } = {
  interval: () => "A code was sent a short while ago.",
  hour: (limits) => `No more than ${limits.codeSendsPerHour} codes an hour are sent for one signature.`,
  day: (limits) => `No more than ${limits.codeSendsPerDay} codes a day are sent for one signature.`,
};

function paused(reason: string, until: number, now: Date): DomainError {
  const end = new Date(Math.ceil(until / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ");
  return new DomainError("rate_limited", {
    detail: `${reason} The next can be sent at ${end} UTC.`,
    retryAfterSeconds: secondsUntil(until, now),
  });
}

/** Counts what this network had sent in an hour, one request at a time. Answers the network. */
async function takeNetworkTurn(ctx: Ctx, now: Date): Promise<string> {
  const network = networkOf(ctx.request?.address ?? "");
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code-network:${network}`}, 0))`);
  const sent = await ctx.db
    .select({ at: challenges.createdAt })
    .from(challenges)
    .where(and(eq(challenges.network, network), gt(challenges.createdAt, new Date(now.getTime() - 3_600_000))));
  const mayAt = nextNetworkSendAt(
    now.getTime(),
    sent.map((row) => row.at.getTime()),
    ctx.limits.codeSendsPerNetworkPerHour,
  );
  if (mayAt <= now.getTime()) return network;
  throw paused(
    `No more than ${ctx.limits.codeSendsPerNetworkPerHour} codes an hour are sent for one network.`,
    mayAt,
    now,
  );
}
