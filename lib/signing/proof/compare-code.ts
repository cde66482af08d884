import { and, desc, eq } from "drizzle-orm";
import type { SignRequest } from "@/db/schema/files";
import { challenges, wrongCodes, type Challenge } from "@/db/schema/work";
import type { Actor, Ctx } from "@/lib/context/context";
import { markRefused } from "@/lib/context/idempotency/keys";
import { DomainError, type Violation } from "@/lib/platform/errors";
import { isSameSecret } from "@/lib/platform/secrets/secret-box";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditEventType } from "@/lib/records/audit/events";
import { codeBinding, recipientBinding } from "./code";
import {
  assertNotLocked,
  codeSpent,
  codeTriesLeft,
  codeWrong,
  liveCode,
  nextCodeAt,
  readCodes,
  wrongTimes,
  type CodeAttempt,
  type CodeHistory,
} from "./code-history";
import { assertMayUseCode, reloadAttempt } from "./may-sign";
import { findRecipient, type CodeChannel, type CodeRecipient } from "./recipient";

/** A correct code. Comparing does not use it up. */
export interface RightCode {
  challengeId: number;
  enteredAt: Date;
  channel: Challenge["channel"];
  /** The masked recipient. */
  sentTo: string | null;
  recipientHmac: string | null;
  /** The full recipient, for comparison only: never show or record it. */
  to: string;
}

type Outcome<Result> = { result: Result } | { refusal: DomainError };

/**
 * Compares six digits under the lock of the signing request's row. If they are correct, runs `accept` in the same
 * transaction; a wrong try is counted there and committed although the call fails. Throws `code_wrong` with the tries
 * left and whether the code was used or replaced, `code_expired` when no code of this purpose is live or its recipient
 * has changed, `code_locked`, and what `assertMaySign` throws.
 */
export async function compareCode<Attempt extends CodeAttempt, Result>(
  ctx: Ctx,
  actor: Actor,
  attempt: Attempt,
  code: string,
  accept: (tx: Ctx, attempt: Attempt, right: RightCode) => Promise<Result>,
): Promise<Result> {
  const outcome = await ctx.tx((tx) => compareUnderLock(tx, actor, attempt, code, accept));
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.result;
}

async function compareUnderLock<Attempt extends CodeAttempt, Result>(
  ctx: Ctx,
  actor: Actor,
  earlier: Attempt,
  code: string,
  accept: (tx: Ctx, attempt: Attempt, right: RightCode) => Promise<Result>,
): Promise<Outcome<Result>> {
  const attempt = await reloadAttempt(ctx, earlier, "locked");
  const now = await ctx.now();
  assertMayUseCode(attempt, now);
  const codes = await readCodes(ctx, attempt, now);
  assertNotLocked(ctx, attempt, codes, now);
  const live = liveCode(codes, attempt, now);
  if (!live) throw await noLiveCode(ctx, attempt, code);
  const to = await assertSameRecipient(ctx, attempt.signRequest, live);
  if (live.wrongTries >= ctx.limits.codeWrongTries)
    throw codeSpent(nextCodeAt(ctx, attempt, codes, now).getTime(), now);
  const hmac = ctx.secrets.hmac(
    "code",
    codeBinding(code, {
      purpose: attempt.purpose,
      signRequestId: attempt.signRequest.id,
      preparation: attempt.file.preparation,
    }),
  );
  if (!isSameSecret(hmac, live.codeHmac))
    return { refusal: await countWrongTry(ctx, actor, attempt, { live, code, codes }, now) };
  return {
    result: await accept(ctx, attempt, {
      challengeId: live.id,
      enteredAt: now,
      channel: live.channel,
      sentTo: live.sentTo,
      recipientHmac: live.recipientHmac,
      to,
    }),
  };
}

async function noLiveCode(ctx: Ctx, attempt: CodeAttempt, code: string): Promise<DomainError> {
  const violations = await earlierCodeViolations(ctx, attempt, code);
  return new DomainError("code_expired", {
    detail: `${violations[0]?.detail ?? "No code is valid."} Ask for a new one.`,
    violations,
  });
}

/** Returned, not thrown: throwing would roll the count back. */
async function countWrongTry(
  ctx: Ctx,
  actor: Actor,
  attempt: CodeAttempt,
  { live, code, codes }: { live: Challenge; code: string; codes: CodeHistory },
  now: Date,
): Promise<DomainError> {
  const wrongTries = live.wrongTries + 1;
  const signRequestId = attempt.signRequest.id;
  const { failed, locked } = codeEvents[attempt.purpose];
  await ctx.db.update(challenges).set({ wrongTries }).where(eq(challenges.id, live.id));
  await ctx.db.insert(wrongCodes).values({ signRequestId, challengeId: live.id, at: now });
  await appendAuditEvent(ctx, actor, attempt.file.id, {
    type: failed,
    data: { signRequestId, challengeId: live.id, wrongTries },
  });
  const attemptsLeft = codeTriesLeft(now.getTime(), wrongTries, [...wrongTimes(codes), now.getTime()], ctx.limits);
  if (attemptsLeft === 0)
    await appendAuditEvent(ctx, actor, attempt.file.id, {
      type: locked,
      data: { signRequestId, challengeId: live.id },
    });
  const [fate = null] = await earlierCodeViolations(ctx, attempt, code);
  const refusal = codeWrong(attemptsLeft, { isSpent: wrongTries >= ctx.limits.codeWrongTries, fate });
  await markRefused(ctx, refusal);
  return refusal;
}

type Fate = "used" | "replaced";

const details: { readonly [fate in Fate]: string } = {
  used: "This code was used already.",
  replaced: "This code was replaced by a newer one; only the newest counts.",
};

/** More codes than one signer can be sent in two days. */
const newest = 25;

/**
 * Reports that incorrect digits were once correct: `used` or `replaced`, as a violation of `/code`; empty for digits
 * that were never sent. A client that missed an earlier response learns what happened to the code. Such a code is never
 * valid again, so this reveals nothing useful to an attacker.
 */
async function earlierCodeViolations(
  ctx: Ctx,
  { signRequest, purpose }: CodeAttempt,
  code: string,
): Promise<Violation[]> {
  const earlier = await ctx.db
    .select()
    .from(challenges)
    .where(and(eq(challenges.signRequestId, signRequest.id), eq(challenges.purpose, purpose)))
    .orderBy(desc(challenges.id))
    .limit(newest);
  const sent = earlier.find(({ codeHmac, preparation }) =>
    isSameSecret(
      ctx.secrets.hmac("code", codeBinding(code, { purpose, signRequestId: signRequest.id, preparation })),
      codeHmac,
    ),
  );
  const state = sent?.consumedAt ? "used" : sent?.supersededAt ? "replaced" : null;
  return state ? [{ pointer: "/code", code: state, detail: details[state] }] : [];
}

/**
 * The audit events of codes, by purpose. A code of `open` proves the same as one of `identify`: access to the mailbox.
 */
export const codeEvents: {
  readonly [purpose in Challenge["purpose"]]: { sent: AuditEventType; failed: AuditEventType; locked: AuditEventType };
} = {
  sign: { sent: "code.sent", failed: "code.failed", locked: "code.locked" },
  identify: { sent: "identify.code.sent", failed: "identify.code.failed", locked: "identify.code.locked" },
  open: { sent: "identify.code.sent", failed: "identify.code.failed", locked: "identify.code.locked" },
};

/**
 * The recipient of a code: a mask for display and an HMAC of the full value for comparison. Different recipients can
 * share a mask.
 */
type CodeDestination = Pick<Challenge, "channel" | "recipientHmac">;

/** The recipient columns of a stored code. */
export function recipientHmac(
  ctx: Pick<Ctx, "secrets">,
  signRequestId: number,
  { channel, to }: Pick<CodeRecipient, "channel" | "to">,
): string {
  return ctx.secrets.hmac("code", recipientBinding(to, { channel, signRequestId }));
}

export function isSentTo(
  ctx: Pick<Ctx, "secrets">,
  signRequestId: number,
  sent: CodeDestination,
  recipient: Pick<CodeRecipient, "channel" | "to">,
): boolean {
  return sent.recipientHmac !== null && isSameSecret(sent.recipientHmac, recipientHmac(ctx, signRequestId, recipient));
}

/**
 * Returns the recipient of a code if it is still the signer's current one, and locks it until the caller's transaction
 * ends. Throws `code_expired` if the number or chat was changed or removed since: access to the old one proves nothing.
 */
export async function assertSameRecipient(ctx: Ctx, signRequest: SignRequest, sent: CodeDestination): Promise<string> {
  const { channel } = sent;
  if (channel === "password" || channel === "link") throw new Error(`no code can be sent over ${channel}`);
  const to = await findRecipient(ctx, signRequest, channel, true);
  if (to !== null && isSentTo(ctx, signRequest.id, sent, { channel, to })) return to;
  throw new DomainError("code_expired", {
    reason: "code_destination_changed",
    detail: `The ${destinationNames[channel]} has changed. Ask for a new code.`,
  });
}

const destinationNames: { readonly [channel in CodeChannel]: string } = {
  email: "address",
  sms: "number",
  signal: "number",
  telegram: "chat",
};
