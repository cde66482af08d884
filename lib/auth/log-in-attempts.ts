import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import {
  clearAttempts,
  countAttempt,
  foreverSeconds,
  readAttempts,
  undoAttempt,
  type AttemptCount,
} from "@/lib/platform/rates/counters";
import { networkOf } from "@/lib/platform/rates/request-rates";

/** One log-in try, counted before the password is verified, so that parallel guesses cannot outrun the counter. */
interface LogInAttempt {
  /** Correct password: clears the failures of this account and network. */
  succeeded: () => Promise<void>;
  /** Nothing was verified (the server was too busy): the try does not count. */
  withdraw: () => Promise<void>;
}

/** Tries being counted in this process, by account and network. */
const beingCounted = new WeakMap<Ctx["secrets"], Map<string, Set<Promise<unknown>>>>();

/** Throws `rate_limited` over 10 failures per account and network, or 50 per network, in 15 minutes (docs/spec/limits.md). */
export async function beginLogInAttempt(ctx: Ctx, email: string): Promise<LogInAttempt> {
  const keys = keysOf(ctx, email);
  await whileCounted(ctx, keys.pair, async () => {
    const pair = await countAttempt(ctx, keys.pair, ctx.limits.loginWindowSeconds);
    const all = await countAttempt(ctx, keys.network, ctx.limits.loginWindowSeconds);
    assertWithin(ctx, pair, all, 0);
  });
  return {
    succeeded: async () => {
      await clearAttempts(ctx, keys.pair);
      await undoAttempt(ctx, keys.network);
      await noteKnownNetwork(ctx, email);
    },
    withdraw: async () => {
      await undoAttempt(ctx, keys.pair);
      await undoAttempt(ctx, keys.network);
    },
  };
}

/**
 * Throws `rate_limited` if one more try would be refused, without counting one: for a remembered password, which needs no verification.
 * Guesses sent concurrently are counted first, so that remembering allows no more guesses.
 */
export async function assertMayLogIn(ctx: Ctx, email: string): Promise<void> {
  const keys = keysOf(ctx, email);
  await Promise.allSettled([...(beingCounted.get(ctx.secrets)?.get(keys.pair) ?? [])]);
  const [pair, all] = await readAttempts(ctx, [keys.pair, keys.network], ctx.limits.loginWindowSeconds);
  if (pair && all) assertWithin(ctx, pair, all, 1);
}

/** `more`: pending tries that are not in the counts yet. */
function assertWithin(ctx: Ctx, pair: AttemptCount, all: AttemptCount, more: number): void {
  const { loginFailuresPerAccountAndNetwork, loginFailuresPerNetwork } = ctx.limits;
  const secondsLeft = Math.max(
    pair.count + more > loginFailuresPerAccountAndNetwork ? pair.secondsLeft : 0,
    all.count + more > loginFailuresPerNetwork ? all.secondsLeft : 0,
  );
  if (secondsLeft === 0) return;
  ctx.log.warn({ request: ctx.request?.id, network: networkOf(ctx.request?.address ?? "") }, "log-in: throttled");
  throw new DomainError("rate_limited", {
    retryAfterSeconds: secondsLeft,
    detail: "Too many failed log-ins; wait before you try again",
  });
}

async function whileCounted(ctx: Ctx, pairKey: string, count: () => Promise<void>): Promise<void> {
  const byKey = beingCounted.get(ctx.secrets) ?? new Map<string, Set<Promise<unknown>>>();
  beingCounted.set(ctx.secrets, byKey);
  const others = byKey.get(pairKey) ?? new Set<Promise<unknown>>();
  byKey.set(pairKey, others);
  const counting = count();
  others.add(counting);
  try {
    await counting;
  } finally {
    others.delete(counting);
    if (others.size === 0) byKey.delete(pairKey);
  }
}

/**
 * Counts an unknown token. 256 bits cannot be guessed, but the caller is throttled like any other. Counted separately
 * from passwords: otherwise a program that keeps using a revoked token would lock everybody on its network out of
 * logging in.
 */
export async function countWrongToken(ctx: Ctx): Promise<DomainError> {
  const network = networkOf(ctx.request?.address ?? "");
  const attempts = await countAttempt(ctx, `token-network:${network}`, ctx.limits.loginWindowSeconds);
  if (attempts.count <= ctx.limits.loginFailuresPerNetwork) return new DomainError("invalid_credentials");
  return new DomainError("rate_limited", {
    retryAfterSeconds: attempts.secondsLeft,
    detail: "Too many failed log-ins; wait before you try again",
  });
}

/** Counts a failure for an address without an account, so that it locks exactly like one with an account. */
export async function countFailureWithoutAccount(ctx: Ctx, email: string): Promise<void> {
  await countAttempt(ctx, rowKeyOf(email), foreverSeconds);
}

/** Consecutive failures of an address without an account. */
export async function readFailuresWithoutAccount(ctx: Ctx, email: string): Promise<number> {
  const [failures] = await readAttempts(ctx, [rowKeyOf(email)], foreverSeconds);
  return failures?.count ?? 0;
}

function rowKeyOf(email: string): string {
  return `login-row:${fingerprint(email)}`;
}

function keysOf(ctx: Ctx, email: string): { pair: string; network: string } {
  return { pair: pairKeyOf(ctx, email), network: networkKeyOf(networkOf(ctx.request?.address ?? "")) };
}

/** The key under which an account's failures from the caller's network are counted. */
function pairKeyOf(ctx: Ctx, email: string): string {
  return `login:${fingerprint(email)}:${networkOf(ctx.request?.address ?? "")}`;
}

function networkKeyOf(network: string): string {
  return `login-network:${network}`;
}

function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

/** Clears failures from before a new password: setting it from this network proves that they need not delay the owner. */
export async function forgetFailures(ctx: Ctx, email: string): Promise<void> {
  await clearAttempts(ctx, pairKeyOf(ctx, email));
  await noteKnownNetwork(ctx, email);
}

/** How long a network counts as the account's own after a correct password. */
const knownSeconds = 30 * 24 * 3600;

/**
 * Whether a locked account may still try from here: its owner recently logged in from this network, and the owner's
 * networks have not had as many failures themselves since the lock. Otherwise a stranger with a few networks could
 * lock anybody out.
 */
export async function mayTryWhileLocked(ctx: Ctx, email: string): Promise<boolean> {
  const [known, failures] = await readAttempts(ctx, [knownKeyOf(ctx, email), knownRowKeyOf(email)], knownSeconds);
  return (known?.count ?? 0) > 0 && (failures?.count ?? 0) < ctx.limits.loginFailuresInRow;
}

/** Counts a failure from one of the owner's networks while the account is locked. */
export async function countFailureWhileLocked(ctx: Ctx, email: string): Promise<void> {
  await countAttempt(ctx, knownRowKeyOf(email), knownSeconds);
}

/** Each log-in restarts the period. */
async function noteKnownNetwork(ctx: Ctx, email: string): Promise<void> {
  await clearAttempts(ctx, knownKeyOf(ctx, email));
  await countAttempt(ctx, knownKeyOf(ctx, email), knownSeconds);
  await clearAttempts(ctx, knownRowKeyOf(email));
}

function knownKeyOf(ctx: Ctx, email: string): string {
  return `login-known:${fingerprint(email)}:${networkOf(ctx.request?.address ?? "")}`;
}

function knownRowKeyOf(email: string): string {
  return `login-known-row:${fingerprint(email)}`;
}
