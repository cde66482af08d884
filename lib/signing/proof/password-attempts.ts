import { and, count, eq, gt, lte, min } from "drizzle-orm";
import { accountSigningKeys, signingPasswordTries, type AccountSigningKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { markRefused } from "@/lib/context/idempotency/keys";
import { DomainError } from "@/lib/platform/errors";
import type { Limits } from "@/lib/platform/limits";
import { dayMs } from "@/lib/platform/locale/format";

/** Longer than any try takes: the key derivation needs a fraction of a second, and only a few may queue for it. */
const placeSeconds = 30;
const waits = { milliseconds: 150, times: 40 };

/** A reserved try, held while a signing password is compared. Release it with one of the three functions below. */
export interface PasswordTry {
  id: number;
  keyId: number;
}

/**
 * Reserves a try before the slow key derivation, so that concurrent tries cannot exceed the limit together. A
 * reservation does not count as a wrong try, and lapses if the process dies. Waits while every remaining try is
 * reserved. Throws `sign_password_locked`, and `unavailable` when none became free.
 */
export async function beginTry(ctx: Ctx, keyId: number): Promise<PasswordTry> {
  for (let wait = 0; wait < waits.times; wait++) {
    const begun = await ctx.tx((tx) => takePlace(tx, keyId));
    if (begun) return begun;
    await new Promise((resolve) => setTimeout(resolve, waits.milliseconds));
  }
  throw await placesTaken(ctx, keyId);
}

/** Correct password: resets the run of wrong ones. */
export async function endRight(ctx: Ctx, { id, keyId }: PasswordTry): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.db.update(accountSigningKeys).set({ wrongInRow: 0 }).where(eq(accountSigningKeys.id, keyId));
    await tx.db.delete(signingPasswordTries).where(eq(signingPasswordTries.id, id));
  });
}

/**
 * Wrong password: counts it, and locks the key if it was the last try. Returns the refusal with the number of tries
 * left.
 */
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

/** The password was not compared: releases the try without counting it. */
export async function withdrawTry(ctx: Ctx, { id }: PasswordTry): Promise<void> {
  await ctx.db.delete(signingPasswordTries).where(eq(signingPasswordTries.id, id));
}

/** Null when all tries are reserved. Removes every lapsed reservation, of any key. */
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
    detail: "Too many simultaneous attempts with this signing password.",
    retryAfterSeconds: secondsUntil(oldest?.expiresAt ?? now, now),
  });
}

function locked(until: Date, now: Date): DomainError {
  const isForGood = isLockedForGood(until);
  return new DomainError("sign_password_locked", {
    ...(isForGood && { reason: "new_signing_password" as const }),
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

/** The rest of this module: pure rules of the signing password (docs/spec/limits.md). */

const untilReset = new Date("9999-12-31T00:00:00.000Z");

/** Wrong signing passwords of one key. */
type WrongTries = Pick<AccountSigningKey, "wrongInRow" | "wrongToday" | "dayStartedAt" | "lockedUntil">;

/** "busy": all remaining tries are in progress. */
type MayTry = { kind: "free" } | { kind: "locked"; until: Date } | { kind: "busy" };

/** Whether one more password may be tried while `underWay` others are in progress. */
export function mayTry(stored: WrongTries, underWay: number, now: Date, limits: Limits): MayTry {
  if (stored.lockedUntil && stored.lockedUntil > now) return { kind: "locked", until: stored.lockedUntil };
  // An unlocked key always has a try left, even if the limits were lowered since.
  const places = Math.max(1, triesLeft(countersAt(stored, now), limits));
  return underWay < places ? { kind: "free" } : { kind: "busy" };
}

/**
 * The counters after one more wrong try, with the resulting lock: none, 15 minutes, or until a new signing password is
 * set.
 */
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

/** The stored counters that still apply: an expired lock resets the run, and 24 hours reset the day. */
function countersAt(stored: WrongTries, now: Date): WrongTries {
  const lockIsOver = stored.lockedUntil !== null && stored.lockedUntil <= now;
  const dayIsOver = stored.dayStartedAt === null || stored.dayStartedAt.getTime() + dayMs <= now.getTime();
  return {
    wrongInRow: lockIsOver ? 0 : stored.wrongInRow,
    wrongToday: dayIsOver ? 0 : stored.wrongToday,
    dayStartedAt: dayIsOver ? null : stored.dayStartedAt,
    lockedUntil: lockIsOver ? null : stored.lockedUntil,
  };
}
