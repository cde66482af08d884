import { eq, sql } from "drizzle-orm";
import { accountSigningKeys, type AccountSigningKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

const dayMilliseconds = 24 * 3_600_000;
const untilReset = new Date("9999-12-31T00:00:00.000Z");
const waits = { milliseconds: 150, times: 40 };

type Counters = Pick<AccountSigningKey, "wrongInRow" | "wrongToday" | "dayStartedAt" | "lockedUntil">;

export type AttemptState = { kind: "free"; counters: Counters } | { kind: "locked"; until: Date } | { kind: "busy" };

/**
 * What a further try would mean; pure. Each try is counted as wrong before the slow key derivation and taken back when it was right, so
 * that tries at the same instant cannot exceed the limit together. "busy": all tries that are left are being made right now.
 */
export function attemptState(stored: Counters, now: Date, limits: Ctx["limits"]): AttemptState {
  if (stored.lockedUntil && stored.lockedUntil > now) return { kind: "locked", until: stored.lockedUntil };
  const inRow = stored.lockedUntil ? 0 : stored.wrongInRow;
  const dayIsOver = !stored.dayStartedAt || stored.dayStartedAt.getTime() + dayMilliseconds <= now.getTime();
  const today = dayIsOver ? 0 : stored.wrongToday;
  if (inRow >= limits.signPasswordWrongTries || today >= limits.signPasswordWrongTriesPerDay) return { kind: "busy" };
  const dayStartedAt = dayIsOver ? now : stored.dayStartedAt;
  return { kind: "free", counters: { wrongInRow: inRow + 1, wrongToday: today + 1, dayStartedAt, lockedUntil: null } };
}

/** The lock that a wrong try leaves behind: none, 15 minutes, or until the signing password is made anew; pure. */
export function lockAfterWrongTry(stored: Counters, now: Date, limits: Ctx["limits"]): Date | null {
  if (stored.wrongToday >= limits.signPasswordWrongTriesPerDay) return untilReset;
  if (stored.wrongInRow >= limits.signPasswordWrongTries) return new Date(now.getTime() + limits.signPasswordLockSeconds * 1000);
  return null;
}

/** Counts a try before it is made. Throws `sign_password_locked`. Waits while every try that is left is under way. */
export async function reserveAttempt(ctx: Ctx, keyId: number): Promise<void> {
  for (let wait = 0; wait < waits.times; wait++) {
    const state = await ctx.tx((tx) => tryToReserve(tx, keyId));
    if (state.kind === "locked") throw locked(state.until, await ctx.now());
    if (state.kind === "free") return;
    await new Promise((resolve) => setTimeout(resolve, waits.milliseconds));
  }
  // Tries that began and never ended belong to a process that died; they count as wrong.
  throw locked(await settleWrong(ctx, keyId) ?? new Date(), await ctx.now());
}

async function tryToReserve(ctx: Ctx, keyId: number): Promise<AttemptState> {
  const state = attemptState(await lockRow(ctx, keyId), await ctx.now(), ctx.limits);
  if (state.kind === "free") await ctx.db.update(accountSigningKeys).set(state.counters).where(eq(accountSigningKeys.id, keyId));
  return state;
}

/** The try was right: it is taken back, and the row of wrong ones begins anew. */
export async function settleRight(ctx: Ctx, keyId: number): Promise<void> {
  await ctx.db.update(accountSigningKeys)
    .set({ wrongInRow: 0, wrongToday: sql`greatest(${accountSigningKeys.wrongToday} - 1, 0)` })
    .where(eq(accountSigningKeys.id, keyId));
}

/** The try was wrong, as counted. Locks the key when it was the last; answers until when, or null. */
export async function settleWrong(ctx: Ctx, keyId: number): Promise<Date | null> {
  return ctx.tx(async (tx) => {
    const row = await lockRow(tx, keyId);
    const until = lockAfterWrongTry(row, await tx.now(), tx.limits);
    if (until) await tx.db.update(accountSigningKeys).set({ lockedUntil: until }).where(eq(accountSigningKeys.id, keyId));
    return until;
  });
}

export async function attemptsLeft(ctx: Ctx, keyId: number): Promise<number> {
  const [row] = await ctx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.id, keyId));
  if (!row) return 0;
  return Math.max(0, Math.min(ctx.limits.signPasswordWrongTries - row.wrongInRow, ctx.limits.signPasswordWrongTriesPerDay - row.wrongToday));
}

function locked(until: Date, now: Date): DomainError {
  const isForGood = until.getTime() === untilReset.getTime();
  return new DomainError("sign_password_locked", {
    detail: isForGood ? "Too many wrong signing passwords. Make a new signing password." : "Too many wrong signing passwords.",
    retryAfterSeconds: isForGood ? dayMilliseconds / 1000 : Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  });
}

async function lockRow(ctx: Ctx, keyId: number): Promise<AccountSigningKey> {
  const [row] = await ctx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.id, keyId)).for("update");
  if (!row) throw new Error(`no signing key ${keyId}`);
  return row;
}
