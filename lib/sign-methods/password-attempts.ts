import { and, count, eq, gt, lte, min } from "drizzle-orm";
import { accountSigningKeys, signingPasswordTries, type AccountSigningKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markRefused } from "@/lib/idempotency/mark-done";
import { afterWrongTry, isLockedForGood, mayTry, triesLeft } from "./password-limits";

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
