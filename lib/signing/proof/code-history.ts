import { and, desc, eq, getTableColumns, gt, inArray, or, sql } from "drizzle-orm";
import { challenges, type Challenge } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import { DomainError, type Violation } from "@/lib/platform/errors";
import { dayMs, hourMs } from "@/lib/platform/locale/format";
import type { SigningAttempt } from "./may-sign";

/** A signer's codes of one purpose. Each purpose has its own live code and its own minimum interval. */
export interface CodeAttempt extends Pick<SigningAttempt, "file" | "signRequest" | "viaLink"> {
  purpose: Challenge["purpose"];
}

type Purpose = Challenge["purpose"];

/**
 * Purposes that share the hourly and daily limits and the count of wrong tries: codes that the holder of the link, or
 * the signer's account, may request. Codes of a `/to/…` address are counted separately, because anybody who was given
 * the address can request them and must not be able to lock out the signer.
 */
const countedTogether: { readonly [purpose in Purpose]: Purpose[] } = {
  identify: ["identify", "sign"],
  sign: ["identify", "sign"],
  open: ["open"],
};

/** The codes of a signing request that count against the limits (docs/spec/limits.md), newest first. */
export type CodeHistory = readonly (Challenge & {
  /** The times of wrong tries, in milliseconds since 1970. */
  wrongAt: number[];
})[];

/** In one statement: codes of the last day, codes that are still valid, and codes with wrong tries. */
export async function readCodes(ctx: Ctx, attempt: CodeAttempt, now: Date): Promise<CodeHistory> {
  const { signRequest, purpose } = attempt;
  const ofCode = sql.raw(
    "from wrong_codes wrong where wrong.sign_request_id = challenges.sign_request_id and wrong.challenge_id = challenges.id",
  );
  return ctx.db
    .select({
      ...getTableColumns(challenges),
      wrongAt: sql<number[]>`array(select (extract(epoch from wrong.at) * 1000)::float8 ${ofCode})`,
    })
    .from(challenges)
    .where(
      and(
        eq(challenges.signRequestId, signRequest.id),
        inArray(challenges.purpose, countedTogether[purpose]),
        or(
          gt(challenges.createdAt, new Date(now.getTime() - dayMs)),
          gt(challenges.expiresAt, now),
          sql`exists (select ${ofCode})`,
        ),
      ),
    )
    .orderBy(desc(challenges.id));
}

/** The pause before the next code for this signing request after these; null when it may be sent now. */
export function codePause(
  { limits }: Pick<Ctx, "limits">,
  { purpose: wanted }: Pick<CodeAttempt, "purpose">,
  sent: readonly Pick<Challenge, "createdAt" | "purpose">[],
  now: Date,
): SendPause | null {
  const today = sent.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - dayMs);
  const timesOf = (rows: typeof sent): number[] => rows.map(({ createdAt }) => createdAt.getTime());
  return sendPause(
    now.getTime(),
    { samePurpose: timesOf(today.filter(({ purpose }) => purpose === wanted)), together: timesOf(today) },
    limits,
  );
}

/** When the next code for this signing request may be sent: `now` or later. */
export function nextCodeAt(ctx: Pick<Ctx, "limits">, attempt: CodeAttempt, codes: CodeHistory, now: Date): Date {
  const pause = codePause(ctx, attempt, codes, now);
  return pause ? new Date(pause.until) : now;
}

/** Throws `code_locked` while wrong codes lock this signing request: 15 in a rolling day, or 50 for good. */
export function assertNotLocked(ctx: Pick<Ctx, "limits">, attempt: CodeAttempt, codes: CodeHistory, now: Date): void {
  const lock = codeLock(ctx, attempt, codes, now);
  if (!lock) return;
  if (!lock.isForGood) throw codeLocked(lock.until, now);
  throw new DomainError("code_locked", {
    reason: "signer_locked",
    detail: "Too many wrong codes. The sender must replace you as a signer.",
    retryAfterSeconds: secondsUntil(lock.until, now),
  });
}

/** The lock that wrong codes put on this signing request; null for none. */
export function codeLock(
  { limits }: Pick<Ctx, "limits">,
  attempt: Pick<CodeAttempt, "file">,
  codes: CodeHistory,
  now: Date,
): { until: number; isForGood: boolean } | null {
  const until = lockedUntil(now.getTime(), wrongTimes(codes), limits);
  if (until === null) return null;
  if (until !== "for_good") return { until, isForGood: false };
  // This lock ends only with the file's expiry, which no longer helps the signer.
  return { until: attempt.file.expiresAt?.getTime() ?? now.getTime() + dayMs, isForGood: true };
}

/** The time of each wrong code in the shared count, in milliseconds since 1970. */
export function wrongTimes(codes: CodeHistory): number[] {
  return codes.flatMap(({ wrongAt }) => wrongAt);
}

export function codeLocked(until: number, now: Date): DomainError {
  return new DomainError("code_locked", {
    detail: "Too many wrong codes.",
    retryAfterSeconds: secondsUntil(until, now),
  });
}

/** The refusal of a code that has had its wrong tries, until the next one can be sent. */
export function codeSpent(nextAt: number, now: Date): DomainError {
  return new DomainError("code_locked", {
    reason: "code_tries_used",
    detail: "Too many wrong tries with this code. Ask for a new one.",
    retryAfterSeconds: secondsUntil(nextAt, now),
  });
}

/** The refusal of a wrong code. `fate`: the digits are those of an earlier code, which was used or replaced. */
export function codeWrong(
  attemptsLeft: number,
  { isSpent, fate = null }: { isSpent: boolean; fate?: Violation | null },
): DomainError {
  const why = fate?.detail ?? "The code is wrong.";
  const lastTry = `It was the last try${isSpent ? " with this code. Ask for a new one" : ""}.`;
  const left = `${attemptsLeft === 1 ? "One try is" : `${attemptsLeft} tries are`} left.`;
  return new DomainError("code_wrong", {
    attemptsLeft,
    detail: `${why} ${attemptsLeft === 0 ? lastTry : left}`,
    violations: fate === null ? [] : [fate],
  });
}

/** Whether the code was neither replaced by a newer one nor has expired. */
export function isOpen({ supersededAt, expiresAt }: Pick<Challenge, "supersededAt" | "expiresAt">, now: Date): boolean {
  return supersededAt === null && expiresAt > now;
}

export function secondsUntil(until: number, now: Date): number {
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}

/** The only code that can still be correct: the newest of this preparation, neither superseded, used nor expired. */
export function liveCode(codes: CodeHistory, { purpose, file }: CodeAttempt, now: Date): CodeHistory[number] | null {
  const live = codes.find(
    (code) =>
      code.purpose === purpose &&
      code.preparation === file.preparation &&
      code.consumedAt === null &&
      isOpen(code, now),
  );
  return live ?? null;
}

// The limits of codes (docs/spec/limits.md) as pure functions. Times are in milliseconds since 1970.

interface SendLimits {
  codeSendIntervalSeconds: number;
  codeSendsPerHour: number;
  codeSendsPerDay: number;
}

/** The limit that delays the next code the longest, and when it ends. */
export interface SendPause {
  limit: "interval" | "hour" | "day";
  until: number;
}

/** When earlier codes were sent: those of the same purpose, which set the interval, and all in the shared count. */
interface EarlierSends {
  samePurpose: readonly number[];
  together: readonly number[];
}

/** The pause before the next code, given the earlier ones; null when it may be sent now. */
export function sendPause(now: number, { samePurpose, together }: EarlierSends, limits: SendLimits): SendPause | null {
  const pauseOf = (limit: SendPause["limit"], sentAt: readonly number[], count: number, span: number): SendPause => ({
    limit,
    until: (newestFirst(sentAt)[count - 1] ?? -Infinity) + span,
  });
  const [longest] = [
    pauseOf("interval", samePurpose, 1, limits.codeSendIntervalSeconds * 1000),
    pauseOf("hour", together, limits.codeSendsPerHour, hourMs),
    pauseOf("day", together, limits.codeSendsPerDay, dayMs),
  ].sort((a, b) => b.until - a.until);
  return longest && longest.until > now ? longest : null;
}

/** When the next code may be sent to a network limited to `perHour`: now or later. */
export function nextNetworkSendAt(now: number, sentAt: readonly number[], perHour: number): number {
  const oldest = newestFirst(sentAt)[perHour - 1];
  return oldest === undefined ? now : Math.max(now, oldest + hourMs);
}

interface TryLimits {
  codeWrongTriesPerDay: number;
  codeWrongTriesEver: number;
}

/** Until when wrong tries lock a signing request: null for no lock, a time, or "for_good". */
export function lockedUntil(now: number, wrongAt: readonly number[], limits: TryLimits): number | "for_good" | null {
  if (wrongAt.length >= limits.codeWrongTriesEver) return "for_good";
  const decisive = newestFirst(wrongAt)[limits.codeWrongTriesPerDay - 1];
  if (decisive === undefined || decisive + dayMs <= now) return null;
  return decisive + dayMs;
}

/**
 * Wrong tries until the next lock, of the code or of the signing request; `wrongAt` contains all of the signing request's.
 */
export function codeTriesLeft(
  now: number,
  wrongOfCode: number,
  wrongAt: readonly number[],
  limits: TryLimits & { codeWrongTries: number },
): number {
  const wrongToday = wrongAt.filter((at) => at + dayMs > now).length;
  return Math.max(
    0,
    Math.min(
      limits.codeWrongTries - wrongOfCode,
      limits.codeWrongTriesPerDay - wrongToday,
      limits.codeWrongTriesEver - wrongAt.length,
    ),
  );
}

function newestFirst(times: readonly number[]): number[] {
  return [...times].sort((a, b) => b - a);
}
