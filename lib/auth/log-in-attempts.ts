import { sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import {
  clearAttempts,
  countAttempt,
  foreverSeconds,
  keepAttempts,
  readAttempts,
  undoAttempt,
  type AttemptCount,
} from "@/lib/context/rates/counters";
import { hashAddress, knownNetworksKey, networkOf } from "@/lib/context/rates/request-rates";
import { DomainError } from "@/lib/platform/errors";

/** One log-in try, counted before the password is verified, so that parallel guesses cannot outrun the counter. */
export interface LogInAttempt {
  /** Correct password: clears the failures of this account and network. */
  succeeded: () => Promise<void>;
  /** Nothing was verified (the server was too busy): the try does not count. */
  withdraw: () => Promise<void>;
  /**
   * The answer to a wrong password once the network has had too many failures. It equals the answer to addresses that
   * never logged in from there, also in its time (`refusesNetwork`), so that it does not reveal those that did.
   */
  refusal: DomainError | null;
}

/** Tries being counted in this process, by account and network. */
const beingCounted = new WeakMap<Ctx["secrets"], Map<string, Set<Promise<unknown>>>>();

/**
 * Throws `rate_limited` over 10 failures per account and network, or 50 per network, in 15 minutes
 * (docs/spec/limits.md). A refused network adds no counter, so made-up addresses cannot fill the table. Accounts that
 * logged in from the network within 30 days have only the limit of their own, so that a stranger cannot stop them.
 */
export async function beginLogInAttempt(ctx: Ctx, email: string): Promise<LogInAttempt> {
  const keys = keysOf(ctx, email);
  const { loginFailuresPerAccountAndNetwork, loginFailuresPerNetwork, loginWindowSeconds } = ctx.limits;
  const refusal = await whileCounted(ctx, keys.pair, async () => {
    const all = await countAttempt(ctx, keys.network, loginWindowSeconds);
    const ofNetwork = networkRefusal(ctx, all, loginFailuresPerNetwork);
    if (ofNetwork && !(await isKnownNetwork(ctx, email))) throw ofNetwork;
    const pair = await countAttempt(ctx, keys.pair, loginWindowSeconds);
    const ofPair = refusalAbove(ctx, pair, loginFailuresPerAccountAndNetwork);
    if (ofPair) throw ofNetwork ?? ofPair;
    return ofNetwork;
  });
  return {
    refusal,
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
 * Throws `rate_limited` if one more try would be refused, without counting one: for a remembered password, which needs
 * no verification. Guesses sent concurrently are counted first, so that remembering allows no more guesses.
 */
export async function assertMayLogIn(ctx: Ctx, email: string): Promise<void> {
  const keys = keysOf(ctx, email);
  await Promise.allSettled([...(beingCounted.get(ctx.secrets)?.get(keys.pair) ?? [])]);
  const [pair, all] = await readAttempts(ctx, [keys.pair, keys.network], ctx.limits.loginWindowSeconds);
  if (!pair || !all) return;
  // One more try than counted so far.
  const ofNetwork = networkRefusal(ctx, all, ctx.limits.loginFailuresPerNetwork - 1);
  if (ofNetwork && !(await isKnownNetwork(ctx, email))) throw ofNetwork;
  const ofPair = refusalAbove(ctx, pair, ctx.limits.loginFailuresPerAccountAndNetwork - 1);
  if (ofPair) throw ofNetwork ?? ofPair;
}

const ofNetworks = new WeakSet<DomainError>();

/**
 * Whether the caller's network has had too many failures. Only addresses that logged in from there are verified then,
 * and the caller has to hide the time that this takes.
 */
export function refusesNetwork(error: unknown): boolean {
  return error instanceof DomainError && ofNetworks.has(error);
}

function networkRefusal(ctx: Ctx, all: AttemptCount, most: number): DomainError | null {
  const refusal = refusalAbove(ctx, all, most);
  if (refusal) ofNetworks.add(refusal);
  return refusal;
}

const tooManyFailures = "Too many failed log-ins. Wait before you try again.";

function refusalAbove(ctx: Ctx, { count, secondsLeft }: AttemptCount, most: number): DomainError | null {
  if (count <= most) return null;
  ctx.log.warn({ request: ctx.request?.id, network: networkOf(ctx.request?.address ?? "") }, "log-in: throttled");
  return new DomainError("rate_limited", {
    retryAfterSeconds: secondsLeft,
    detail: tooManyFailures,
  });
}

async function whileCounted<T>(ctx: Ctx, pairKey: string, count: () => Promise<T>): Promise<T> {
  const byKey = beingCounted.get(ctx.secrets) ?? new Map<string, Set<Promise<unknown>>>();
  beingCounted.set(ctx.secrets, byKey);
  const others = byKey.get(pairKey) ?? new Set<Promise<unknown>>();
  byKey.set(pairKey, others);
  const counting = count();
  others.add(counting);
  try {
    return await counting;
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
    detail: tooManyFailures,
  });
}

/**
 * Failures in a row count from the first one for this time. Then they start again, for addresses with and without an
 * account alike: counters of addresses that somebody made up cannot be kept for good, unlike a lock, which takes a
 * hundred tries.
 */
const inRowSeconds = 90 * 24 * 3600;

/** The columns of an account after one more failure: the same rule as `countFailureWithoutAccount`. */
export function afterFailure(ctx: Ctx) {
  const { failedLoginsInRow: failures, failedLoginsSince: since } = accounts;
  const isOver = sql`(${failures} < ${ctx.limits.loginFailuresInRow}::int and ${since} <= now() - make_interval(secs => ${inRowSeconds}))`;
  return {
    failedLoginsInRow: sql`case when ${isOver} then 1 else ${failures} + 1 end`,
    failedLoginsSince: sql`case when ${isOver} or ${failures} = 0 then now() else coalesce(${since}, now()) end`,
  };
}

/** Counts a failure for an address without an account, so that it locks exactly like one with an account. */
export async function countFailureWithoutAccount(ctx: Ctx, email: string): Promise<void> {
  const { count } = await countAttempt(ctx, rowKeyOf(email), inRowSeconds);
  if (count >= ctx.limits.loginFailuresInRow) await keepAttempts(ctx, rowKeyOf(email));
}

/** Consecutive failures of an address without an account, if they lock it. */
export async function readFailuresWithoutAccount(ctx: Ctx, email: string): Promise<number> {
  const [failures] = await readAttempts(ctx, [rowKeyOf(email)], foreverSeconds);
  return failures?.count ?? 0;
}

function rowKeyOf(email: string): string {
  return `login-row:${hashAddress(email)}`;
}

function keysOf(ctx: Ctx, email: string): { pair: string; network: string } {
  return { pair: pairKeyOf(ctx, email), network: networkKeyOf(networkOf(ctx.request?.address ?? "")) };
}

/** The key under which an account's failures from the caller's network are counted. */
function pairKeyOf(ctx: Ctx, email: string): string {
  return `login:${hashAddress(email)}:${networkOf(ctx.request?.address ?? "")}`;
}

function networkKeyOf(network: string): string {
  return `login-network:${network}`;
}

/**
 * Clears failures from before a new password: setting it from this network proves that they need not delay the owner.
 */
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

/** Whether the account logged in from the caller's network within 30 days. */
async function isKnownNetwork(ctx: Ctx, email: string): Promise<boolean> {
  const [known] = await readAttempts(ctx, [knownKeyOf(ctx, email)], knownSeconds);
  return (known?.count ?? 0) > 0;
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
  return `${knownNetworksKey(email)}${networkOf(ctx.request?.address ?? "")}`;
}

function knownRowKeyOf(email: string): string {
  return `login-known-row:${hashAddress(email)}`;
}
