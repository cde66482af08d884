import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { File } from "@/db/schema/files";
import { finalStatuses, statusesSql } from "@/db/schema/request-facts";
import { directLinkCodes } from "@/db/schema/templates";
import { challenges } from "@/db/schema/work";
import { auditEvents } from "@/db/views";
import type { Actor, Ctx } from "@/lib/context/context";
import { countAttempt } from "@/lib/context/rates/counters";
import { mailboxOf, networkOf } from "@/lib/context/rates/request-rates";
import { DomainError } from "@/lib/platform/errors";
import { hourMs } from "@/lib/platform/locale/format";
import type { ErrorReason } from "@/lib/platform/violation-codes";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { queue } from "@/lib/records/outbox/enqueue";
import { codeBinding } from "./code";
import {
  assertNotLocked,
  codePause,
  nextNetworkSendAt,
  readCodes,
  secondsUntil,
  type CodeAttempt,
  type CodeHistory,
  type SendPause,
} from "./code-history";
import { codeEvents, recipientHmac, type RightCode } from "./compare-code";
import { assertMayUseCode, reloadAttempt } from "./may-sign";
import type { CodeRecipient } from "./recipient";

/** A code to be sent, and its recipient. */
interface NewCode {
  code: string;
  recipient: CodeRecipient;
}

export interface StoredCode {
  expiresAt: Date;
  resendAt: Date;
}

/**
 * Stores a one-time code and queues its delivery, in the caller's transaction; it supersedes an earlier code of the
 * same purpose. Throws `code_locked`, `rate_limited` beyond the figures of docs/spec/limits.md, and what
 * `assertMaySign` throws.
 */
export async function storeCode(
  ctx: Ctx,
  actor: Actor,
  earlier: CodeAttempt,
  { code, recipient }: NewCode,
): Promise<StoredCode> {
  const attempt = await reloadAttempt(ctx, earlier, "locked");
  const now = await ctx.now();
  assertMayUseCode(attempt, now);
  const sent = await readCodes(ctx, attempt, now);
  assertNotLocked(ctx, attempt, sent, now);
  assertMaySend(ctx, attempt, sent, now);
  const network = await takeNetworkTurn(ctx, now, attempt.purpose === "open" ? "visitors" : "signers");
  await countCodeTo(ctx, attempt.file, recipient);
  const {
    purpose,
    signRequest: { id },
    file: { preparation },
  } = attempt;
  const expiresAt = new Date(now.getTime() + ctx.limits.codeLifetimeSeconds * 1000);
  const superseded = ctx.db.$with("superseded").as(
    ctx.db
      .update(challenges)
      .set({ supersededAt: now })
      .where(
        and(
          eq(challenges.signRequestId, id),
          eq(challenges.purpose, purpose),
          isNull(challenges.supersededAt),
          isNull(challenges.consumedAt),
        ),
      )
      .returning({ id: challenges.id }),
  );
  const [challenge] = await ctx.db
    .with(superseded)
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
  const mail = { fileId: attempt.file.id, signRequestId: id, accountId: null, template: "code" };
  await queue(
    ctx,
    "code",
    { challengeId: challenge.id },
    { secret: code, dedupeKey: `code:${challenge.id}`, ...(recipient.channel === "email" ? { mail } : {}) },
  );
  await appendAuditEvent(ctx, actor, attempt.file.id, {
    type: codeEvents[purpose].sent,
    data: { signRequestId: id, challengeId: challenge.id, channel: recipient.channel },
  });
  const pause = codePause(ctx, attempt, [...sent, { createdAt: now, purpose }], now);
  return { expiresAt, resendAt: pause ? new Date(pause.until) : now };
}

function assertMaySend(ctx: Ctx, attempt: CodeAttempt, sent: CodeHistory, now: Date): void {
  const pause = codePause(ctx, attempt, sent, now);
  if (pause) throw sendRefusal(ctx, pause, now);
}

/** The refusal of a further code for one signature, or for one address at a direct link. */
export function sendRefusal({ limits }: Pick<Ctx, "limits">, { limit, until }: SendPause, now: Date): DomainError {
  if (limit === "interval") return paused("code_sent_recently", "A code was sent a short while ago.", until, now);
  const [reason, period, bound] =
    limit === "hour"
      ? (["codes_per_hour", "an hour", limits.codeSendsPerHour] as const)
      : (["codes_per_day", "a day", limits.codeSendsPerDay] as const);
  return paused(reason, `No more than ${bound} codes ${period} are sent for one signature.`, until, now, bound);
}

function paused(reason: ErrorReason, text: string, until: number, now: Date, bound?: number): DomainError {
  const end = new Date(Math.ceil(until / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ");
  return new DomainError("rate_limited", {
    reason,
    ...(bound === undefined ? {} : { bound }),
    detail: `${text} The next can be sent at ${end} UTC.`,
    retryAfterSeconds: secondsUntil(until, now),
  });
}

/**
 * Counts the codes requested from this network within an hour, one request at a time. Anybody can request codes at
 * shareable and direct links. Signers, with their sign link or account, have a count of their own, so that neither
 * their colleagues in one office nor strangers delay them. Returns the network. Throws `rate_limited`.
 */
export async function takeNetworkTurn(ctx: Ctx, now: Date, by: "signers" | "visitors"): Promise<string> {
  const network = networkOf(ctx.request?.address ?? "");
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code-network:${by}:${network}`}, 0))`);
  const { most, purposes } = countedCodes(ctx, by);
  const since = new Date(now.getTime() - hourMs);
  const ofRequests = ctx.db
    .select({ at: challenges.createdAt })
    .from(challenges)
    .where(
      and(eq(challenges.network, network), gt(challenges.createdAt, since), inArray(challenges.purpose, purposes)),
    );
  const ofDirectLinks = ctx.db
    .select({ at: directLinkCodes.createdAt })
    .from(directLinkCodes)
    .where(and(eq(directLinkCodes.network, network), gt(directLinkCodes.createdAt, since)));
  const sent = await (by === "visitors" ? ofRequests.unionAll(ofDirectLinks) : ofRequests);
  const mayAt = nextNetworkSendAt(
    now.getTime(),
    sent.map((row) => row.at.getTime()),
    most,
  );
  if (mayAt <= now.getTime()) return network;
  throw paused("codes_per_network", `No more than ${most} codes an hour are sent for one network.`, mayAt, now, most);
}

function countedCodes(
  { limits }: Ctx,
  by: "signers" | "visitors",
): { most: number; purposes: CodeAttempt["purpose"][] } {
  return by === "signers"
    ? { most: limits.signerCodesPerNetworkPerHour, purposes: ["identify", "sign"] }
    : { most: limits.codeSendsPerNetworkPerHour, purposes: ["open"] };
}

/** Uses up a code, in the transaction of what it allows. False when it was already used. */
export async function consumeCode(ctx: Ctx, challengeId: number): Promise<boolean> {
  const consumed = await ctx.db
    .update(challenges)
    .set({ consumedAt: await ctx.now() })
    .where(and(eq(challenges.id, challengeId), isNull(challenges.consumedAt)))
    .returning({ id: challenges.id });
  return consumed.length > 0;
}

/**
 * True if the code was stored in the message inbox because no e-mail provider is configured. Read from the trail or,
 * if the e-mail is not recorded yet, from the current e-mail settings. Other gateways send or fail and never use the
 * inbox.
 */
export async function codeWentToInbox(
  ctx: Ctx,
  fileId: number,
  { channel, challengeId }: Pick<RightCode, "channel" | "challengeId">,
): Promise<boolean> {
  if (channel !== "email") return false;
  const [sent] = await ctx.db
    .select({ data: auditEvents.data })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.fileId, fileId),
        eq(auditEvents.type, "mail.sent"),
        sql`${auditEvents.data}->>'challengeId' = ${String(challengeId)}`,
      ),
    );
  return sent ? sent.data.isKept === true : ctx.usesMessageInbox;
}

export const retentionHours = 24;

/** The code `c` is to be wiped, as SQL. */
export const isOldCode = sql`c.expires_at < now() - make_interval(hours => ${retentionHours}::int)`;

/**
 * Deletes what could be used to guess a code, and the network it was requested from, a day after it expired
 * (docs/spec/limits.md). The row itself is deleted a day after its document has ended for good; until then it counts
 * against the signer's limits, and the evidence states its recipient.
 */
export async function sweepCodes(ctx: Ctx): Promise<void> {
  await ctx.db.execute(
    sql`update challenges c set code_hmac = '', recipient_hmac = null, network = null where ${isOldCode} and (c.code_hmac <> '' or c.network is not null)`,
  );
  await ctx.db.execute(sql`
    with ended as (
      select c.id from challenges c join sign_requests s on s.id = c.sign_request_id join files f on f.id = s.file_id
      where ${isOldCode} and f.status in ${sql.raw(statusesSql(finalStatuses))}
        and coalesce(f.completed_at, f.closed_at, f.deleted_at) < now() - make_interval(hours => ${retentionHours}::int)
        and not exists (select from guest_sessions g where g.challenge_id = c.id and g.expires_at > now())),
    sessions_gone as (delete from guest_sessions where challenge_id in (select id from ended)),
    wrong_gone as (delete from wrong_codes where challenge_id in (select id from ended))
    delete from challenges where id in (select id from ended)`);
}

const daySeconds = 24 * 3600;

/**
 * Counts codes to one address, number or chat across all documents of self-registered accounts. The other limits apply
 * per signer, and such an account could use a stranger's number in any number of documents. Call it in the transaction
 * that queues the code. Throws `rate_limited`.
 */
async function countCodeTo(
  ctx: Ctx,
  { requesterId }: Pick<File, "requesterId">,
  { to }: Pick<CodeRecipient, "to">,
): Promise<void> {
  const [requester] = await ctx.db
    .select({ madeBy: accounts.madeBy })
    .from(accounts)
    .where(eq(accounts.id, requesterId));
  if (requester?.madeBy === "signup") await countCodeToRecipient(ctx, to);
}

/** Counts one code to this address, number or chat. Throws `rate_limited`. */
export async function countCodeToRecipient(ctx: Ctx, to: string): Promise<void> {
  const { count, secondsLeft } = await countAttempt(
    ctx,
    `code-to:${ctx.secrets.hmac("code", `code-to\n${mailboxOf(to)}`)}`,
    daySeconds,
  );
  if (count <= ctx.limits.codeSendsPerRecipientPerDay) return;
  throw new DomainError("rate_limited", {
    reason: "codes_per_recipient",
    detail: "Too many codes were sent to this recipient today.",
    retryAfterSeconds: secondsLeft,
  });
}
