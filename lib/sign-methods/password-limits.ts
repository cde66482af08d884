import type { AccountSigningKey } from "@/db/schema/accounts";
import type { Limits } from "@/lib/limits";

/** Pure rules of the signing password in docs/spec/limits.md. */

const dayMilliseconds = 24 * 3_600_000;
const untilReset = new Date("9999-12-31T00:00:00.000Z");

/** Wrong signing passwords of one key. */
type WrongTries = Pick<AccountSigningKey, "wrongInRow" | "wrongToday" | "dayStartedAt" | "lockedUntil">;

/** "busy": all tries that are left are being made right now. */
type MayTry = { kind: "free" } | { kind: "locked"; until: Date } | { kind: "busy" };

/** Whether one more password may be tried while `underWay` others are being tried. */
export function mayTry(stored: WrongTries, underWay: number, now: Date, limits: Limits): MayTry {
  if (stored.lockedUntil && stored.lockedUntil > now) return { kind: "locked", until: stored.lockedUntil };
  // A key that is not locked has a try left, also when the figures were lowered since.
  const places = Math.max(1, triesLeft(countersAt(stored, now), limits));
  return underWay < places ? { kind: "free" } : { kind: "busy" };
}

/** The counters after one more wrong try, with the lock that it leaves behind: none, 15 minutes, or until a new signing password is made. */
export function afterWrongTry(stored: WrongTries, now: Date, limits: Limits): WrongTries {
  const before = countersAt(stored, now);
  const counters = {
    ...before,
    wrongInRow: before.wrongInRow + 1,
    wrongToday: before.wrongToday + 1,
    dayStartedAt: before.dayStartedAt ?? now,
  };
  if (counters.wrongToday >= limits.signPasswordWrongTriesPerDay) return { ...counters, lockedUntil: untilReset };
  if (counters.wrongInRow >= limits.signPasswordWrongTries)
    return { ...counters, lockedUntil: new Date(now.getTime() + limits.signPasswordLockSeconds * 1000) };
  return counters;
}

/** Wrong tries until the next lock. */
export function triesLeft(counters: Pick<WrongTries, "wrongInRow" | "wrongToday">, limits: Limits): number {
  return Math.max(
    0,
    Math.min(
      limits.signPasswordWrongTries - counters.wrongInRow,
      limits.signPasswordWrongTriesPerDay - counters.wrongToday,
    ),
  );
}

export function isLockedForGood(until: Date): boolean {
  return until.getTime() === untilReset.getTime();
}

/** What of the stored counters still holds: a lock that is over ends the row, 24 hours end the day. */
function countersAt(stored: WrongTries, now: Date): WrongTries {
  const lockIsOver = stored.lockedUntil !== null && stored.lockedUntil <= now;
  const dayIsOver = stored.dayStartedAt === null || stored.dayStartedAt.getTime() + dayMilliseconds <= now.getTime();
  return {
    wrongInRow: lockIsOver ? 0 : stored.wrongInRow,
    wrongToday: dayIsOver ? 0 : stored.wrongToday,
    dayStartedAt: dayIsOver ? null : stored.dayStartedAt,
    lockedUntil: lockIsOver ? null : stored.lockedUntil,
  };
}
