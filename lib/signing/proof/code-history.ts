import { and, desc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import { challenges, wrongCodes, type Challenge } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { lockedUntil, sendPause, type SendPause } from "./limits";
import type { SigningAttempt } from "./may-sign";

/** A signer's codes of one purpose. Each purpose has its own live code and its own minimum interval. */
export interface CodeAttempt extends Pick<SigningAttempt, "file" | "signRequest" | "viaLink"> {
  purpose: Challenge["purpose"];
}

type Purpose = Challenge["purpose"];

const dayMilliseconds = 24 * 3_600_000;

/**
 * Purposes that share the hourly and daily limits and the count of wrong tries: codes that the holder of the link, or the signer's account,
 * may request. Codes of a `/to/…` address are counted apart, because anybody who was given the address can request them and must not be
 * able to lock out the signer.
 */
const countedTogether: { readonly [purpose in Purpose]: Purpose[] } = {
  identify: ["identify", "sign"],
  sign: ["identify", "sign"],
  open: ["open"],
};

/** A code that was sent within a day. */
interface SentEarlier {
  at: Date;
  purpose: Purpose;
}

/** The codes that count against the limits of this signing request (docs/spec/limits.md). */
export async function readSentCodes(ctx: Ctx, attempt: CodeAttempt, now: Date): Promise<SentEarlier[]> {
  return ctx.db
    .select({ at: challenges.createdAt, purpose: challenges.purpose })
    .from(challenges)
    .where(and(countedWith(attempt), gt(challenges.createdAt, new Date(now.getTime() - dayMilliseconds))));
}

/** The pause before the next code for this signing request after these; null when it may be sent now. */
export function codePause(
  { limits }: Pick<Ctx, "limits">,
  attempt: CodeAttempt,
  sent: readonly SentEarlier[],
  now: Date,
): SendPause | null {
  const timesOf = (rows: readonly SentEarlier[]): number[] => rows.map(({ at }) => at.getTime());
  return sendPause(
    now.getTime(),
    { samePurpose: timesOf(sent.filter(({ purpose }) => purpose === attempt.purpose)), together: timesOf(sent) },
    limits,
  );
}

/** When the next code for this signing request may be sent: `now` or later. */
export async function nextCodeAt(ctx: Ctx, attempt: CodeAttempt, now: Date): Promise<Date> {
  const pause = codePause(ctx, attempt, await readSentCodes(ctx, attempt, now), now);
  return pause ? new Date(pause.until) : now;
}

/** Throws `code_locked` while wrong codes lock this signing request: 15 in a rolling day, or 50 for good. */
export async function assertNotLocked(ctx: Ctx, attempt: CodeAttempt, now: Date): Promise<void> {
  const lock = await readCodeLock(ctx, attempt, now);
  if (!lock) return;
  throw codeLocked(
    lock.isForGood ? "Too many wrong codes. The sender must replace you as a signer." : "Too many wrong codes.",
    lock.until,
    now,
  );
}

/** The lock that wrong codes put on this signing request; null for none. */
export async function readCodeLock(
  ctx: Ctx,
  attempt: CodeAttempt,
  now: Date,
): Promise<{ until: number; isForGood: boolean } | null> {
  const until = lockedUntil(now.getTime(), await readWrongCodes(ctx, attempt), ctx.limits);
  if (until === null) return null;
  if (until !== "for_good") return { until, isForGood: false };
  // This lock ends only with the file's expiry, which no longer helps the signer.
  return { until: attempt.file.expiresAt?.getTime() ?? now.getTime() + dayMilliseconds, isForGood: true };
}

/** The time of each wrong code in the shared count, in milliseconds since 1970. */
export async function readWrongCodes(ctx: Ctx, attempt: CodeAttempt): Promise<number[]> {
  const wrong = await ctx.db
    .select({ at: wrongCodes.at })
    .from(wrongCodes)
    .innerJoin(challenges, eq(challenges.id, wrongCodes.challengeId))
    .where(countedWith(attempt));
  return wrong.map((row) => row.at.getTime());
}

export function codeLocked(detail: string, until: number, now: Date): DomainError {
  return new DomainError("code_locked", { detail, retryAfterSeconds: secondsUntil(until, now) });
}

export function secondsUntil(until: number, now: Date): number {
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}

/** The only code that can still be correct: the newest of this preparation, neither superseded, used nor expired. */
export async function findLiveCode(ctx: Ctx, attempt: CodeAttempt, now: Date): Promise<Challenge | null> {
  const [challenge] = await ctx.db
    .select()
    .from(challenges)
    .where(
      and(
        eq(challenges.signRequestId, attempt.signRequest.id),
        eq(challenges.purpose, attempt.purpose),
        eq(challenges.preparation, attempt.file.preparation),
        isNull(challenges.supersededAt),
        isNull(challenges.consumedAt),
        gt(challenges.expiresAt, now),
      ),
    )
    .orderBy(desc(challenges.id))
    .limit(1);
  return challenge ?? null;
}

function countedWith({ signRequest, purpose }: CodeAttempt): SQL | undefined {
  return and(eq(challenges.signRequestId, signRequest.id), inArray(challenges.purpose, countedTogether[purpose]));
}
