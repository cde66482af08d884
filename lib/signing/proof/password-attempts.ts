import { and, count, eq, gt, lte, min } from "drizzle-orm";
import { accountSigningKeys, signingPasswordTries, type AccountSigningKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markRefused } from "@/lib/platform/idempotency/keys";
import type { Limits } from "@/lib/platform/limits";

/** No try lasts this long: the key derivation takes part of a second, and few may wait for it. */
const placeSeconds = 30;
const waits = { milliseconds: 150, times: 40 };

/** A place among the tries that are left, held while a signing password is being tried. End it by one of the three functions below. */
export interface PasswordTry {
  id: number;
  keyId: number;
}

/**
 * Takes a place before the slow key derivation, so that tries at the same instant cannot exceed the limit together. A place is no
 * wrong try: it is free again when the process dies. Waits while every try that is left is under way. Throws `sign_password_locked`,
 * and `unavailable` when no place became free.
 */
export async function beginTry(ctx: Ctx, keyId: number): Promise<PasswordTry> {
  for (let wait = 0; wait < waits.times; wait++) {
    const begun = await ctx.tx((tx) => takePlace(tx, keyId));
    if (begun) return begun;
    await new Promise((resolve) => setTimeout(resolve, waits.milliseconds));
  }
  throw await placesTaken(ctx, keyId);
}

/** The password was right: the row of wrong ones begins anew. */
export async function endRight(ctx: Ctx, { id, keyId }: PasswordTry): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.db.update(accountSigningKeys).set({ wrongInRow: 0 }).where(eq(accountSigningKeys.id, keyId));
    await tx.db.delete(signingPasswordTries).where(eq(signingPasswordTries.id, id));
  });
}

/** The password was wrong: it is counted, and locks the key when it was the last try. Answers the refusal, which says how many are left. */
export async function endWrong(ctx: Ctx, { id, keyId }: PasswordTry): Promise<DomainError> {
  return ctx.tx(async (tx) => {
    const key = await lockKey(tx, keyId);
    await tx.db.delete(signingPasswordTries).where(eq(signingPasswordTries.id, id));
    const counters = afterWrongTry(key, await tx.now(), tx.limits);
    await tx.db.update(accountSigningKeys).set(counters).where(eq(accountSigningKeys.id, keyId));
    const refusal = wrongPassword(triesLeft(counters, tx.limits));
    await markRefused(tx, refusal);
    return refusal;
  });
}

function wrongPassword(attemptsLeft: number): DomainError {
  return new DomainError("sign_password_wrong", {
    attemptsLeft,
    detail: `The signing password is wrong. ${attemptsLeft === 1 ? "One try is" : `${attemptsLeft} tries are`} left.`,
  });
}

/** The password was neither found right nor wrong: as if not tried. */
export async function withdrawTry(ctx: Ctx, { id }: PasswordTry): Promise<void> {
  await ctx.db.delete(signingPasswordTries).where(eq(signingPasswordTries.id, id));
}

/** Null when all places are taken. Every place whose time is over goes, whoever's it was. */
async function takePlace(ctx: Ctx, keyId: number): Promise<PasswordTry | null> {
  const key = await lockKey(ctx, keyId);
  const now = await ctx.now();
  await ctx.db.delete(signingPasswordTries).where(lte(signingPasswordTries.expiresAt, now));
  const [held] = await ctx.db
    .select({ count: count() })
    .from(signingPasswordTries)
    .where(eq(signingPasswordTries.signingKeyId, keyId));
  const state = mayTry(key, held?.count ?? 0, now, ctx.limits);
  if (state.kind === "locked") throw locked(state.until, now);
  if (state.kind === "busy") return null;
  const [row] = await ctx.db
    .insert(signingPasswordTries)
    .values({ signingKeyId: keyId, expiresAt: new Date(now.getTime() + placeSeconds * 1000) })
    .returning({ id: signingPasswordTries.id });
  if (!row) throw new Error("the try was not stored");
  return { id: row.id, keyId };
}

async function placesTaken(ctx: Ctx, keyId: number): Promise<DomainError> {
  const now = await ctx.now();
  const [oldest] = await ctx.db
    .select({ expiresAt: min(signingPasswordTries.expiresAt) })
    .from(signingPasswordTries)
    .where(and(eq(signingPasswordTries.signingKeyId, keyId), gt(signingPasswordTries.expiresAt, now)));
  return new DomainError("unavailable", {
    detail: "This signing password is being tried as often as it may be at once.",
    retryAfterSeconds: secondsUntil(oldest?.expiresAt ?? now, now),
  });
}

function locked(until: Date, now: Date): DomainError {
  const isForGood = isLockedForGood(until);
  return new DomainError("sign_password_locked", {
    detail: isForGood
      ? "Too many wrong signing passwords. Make a new signing password."
      : "Too many wrong signing passwords.",
    retryAfterSeconds: isForGood ? 24 * 3600 : secondsUntil(until, now),
  });
}

function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

async function lockKey(ctx: Ctx, keyId: number): Promise<AccountSigningKey> {
  const [row] = await ctx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.id, keyId)).for("update");
  if (!row) throw new Error(`no signing key ${keyId}`);
  return row;
}

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
function triesLeft(counters: Pick<WrongTries, "wrongInRow" | "wrongToday">, limits: Limits): number {
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
