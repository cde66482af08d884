import { randomInt } from "node:crypto";
import { and, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { rateCounters } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";

export interface AttemptCount {
  /** Includes the current attempt if it is counted. */
  count: number;
  /** Seconds until the window ends and the count restarts. */
  secondsLeft: number;
}

/** A window that never ends. */
export const foreverSeconds = 100 * 365 * 24 * 3600;

/**
 * Counts one attempt under `key` in a single statement, so that concurrent processes count correctly. The window starts
 * with its first attempt. Call it outside the operation's transaction, because a rollback would undo the count.
 */
export async function countAttempt(ctx: Ctx, key: string, windowSeconds: number): Promise<AttemptCount> {
  const isOver = sql`rate_counters.window_started_at <= now() - make_interval(secs => ${windowSeconds})`;
  const result = await ctx.db.execute<{ count: number; seconds_left: string }>(sql`
    insert into rate_counters (key, window_started_at, window_seconds, count) values (${key}, now(), ${windowSeconds}, 1)
    on conflict (key) do update set
      count = case when ${isOver} then 1 else rate_counters.count + 1 end,
      window_started_at = case when ${isOver} then now() else rate_counters.window_started_at end,
      window_seconds = excluded.window_seconds
    returning count, extract(epoch from window_started_at + make_interval(secs => ${windowSeconds}) - now()) as seconds_left`);
  const row = result.rows[0];
  if (!row) throw new Error("the query returned no row");
  return { count: row.count, secondsLeft: wholeSeconds(row.seconds_left, windowSeconds) };
}

/** The window's start is rounded to milliseconds, so it may appear to be slightly in the future. */
function wholeSeconds(secondsLeft: string, windowSeconds: number): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil(Number(secondsLeft))));
}

const readCounters = perDatabase((db) =>
  db
    .select({
      key: rateCounters.key,
      count: rateCounters.count,
      secondsLeft: sql<string>`extract(epoch from ${rateCounters.windowStartedAt} + make_interval(secs => ${sql.placeholder("windowSeconds")}) - now())`,
    })
    .from(rateCounters)
    .where(
      and(
        sql`${rateCounters.key} = any(${sql.placeholder("keys")}::text[])`,
        sql`${rateCounters.windowStartedAt} > now() - make_interval(secs => ${sql.placeholder("windowSeconds")})`,
      ),
    )
    .prepare("read_attempts"),
);

/** The attempts counted so far under each of `keys`, in the same order, without counting one. */
export async function readAttempts(ctx: Ctx, keys: readonly string[], windowSeconds: number): Promise<AttemptCount[]> {
  const rows = await readCounters(ctx.db).execute({ keys, windowSeconds });
  return keys.map((key) => {
    const row = rows.find((candidate) => candidate.key === key);
    return row
      ? { count: row.count, secondsLeft: wholeSeconds(row.secondsLeft, windowSeconds) }
      : { count: 0, secondsLeft: 0 };
  });
}

/** Undoes the count of an attempt that should not count. */
export async function undoAttempt(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.execute(sql`update rate_counters set count = greatest(count - 1, 0) where key = ${key}`);
}

/** Resets the count under `key`. */
export async function clearAttempts(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.execute(sql`delete from rate_counters where key = ${key}`);
}

/** Keeps the count under `key` for good: its window no longer ends. */
export async function keepAttempts(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.execute(sql`update rate_counters set window_seconds = ${foreverSeconds} where key = ${key}`);
}

const sweptAtOnce = 20_000;

/**
 * Deletes counters whose window has ended, which count as zero. Those of earlier versions end after 90 days. In parts,
 * because a statement has ten seconds, and without waiting for counters that a transaction is counting again.
 */
export async function sweepAttempts(ctx: Ctx): Promise<void> {
  const isOver = sql`window_started_at <= now() - make_interval(secs => coalesce(window_seconds, ${90 * 24 * 3600}))`;
  for (;;) {
    const swept = await ctx.db.execute(sql`
      delete from rate_counters where key in (
        select key from rate_counters where ${isOver} limit ${sweptAtOnce}::int for update skip locked)`);
    if ((swept.rowCount ?? 0) < sweptAtOnce) return;
  }
}

/** A bucket with at most `capacity` tokens that gains `perSecond`. A request takes one. */
export interface Bucket {
  key: string;
  capacity: number;
  perSecond: number;
}

interface Taken {
  isGranted: boolean;
  /** Approximate number left. Other processes may hold some of them. */
  left: number;
  /** Seconds until the next token if none is left. */
  secondsUntilNext: number;
}

/** Tokens that this process took from a bucket and has not spent. */
interface Share {
  tokens: number;
  /** Tokens left in the bucket at the last query. */
  inBucket: number;
  /**
   * Unspent tokens expire at this time (performance.now). Hoarded ones would later allow more requests than the bucket
   * holds.
   */
  goodUntil: number;
  emptyUntil: number;
  chunk: number;
  waiting: number;
  taking: Promise<void> | null;
}

const goodMs = 1000;
const maxShares = 20_000;

/** One cache per secret box, so that contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Map<string, Share>>();

/**
 * Takes one token. The bucket is a row shared by all processes, so that together they never grant more than it holds. A
 * busy caller's tokens are taken in chunks of at most a tenth of the bucket, so that most requests need no statement.
 * Throws what the database throws.
 */
export async function takeToken(ctx: Ctx, bucket: Bucket): Promise<Taken> {
  const share = shareOf(ctx.secrets, bucket.key);
  for (;;) {
    const now = performance.now();
    if (share.tokens > 0 && now < share.goodUntil) {
      share.tokens -= 1;
      return { isGranted: true, left: Math.floor(share.tokens + share.inBucket), secondsUntilNext: 0 };
    }
    if (now < share.emptyUntil) return { isGranted: false, left: 0, secondsUntilNext: (share.emptyUntil - now) / 1000 };
    share.waiting += 1;
    share.taking ??= takeChunk(ctx, bucket, share).finally(() => (share.taking = null));
    await share.taking.finally(() => (share.waiting -= 1));
  }
}

async function takeChunk(ctx: Ctx, bucket: Bucket, share: Share): Promise<void> {
  const wasSpentInTime = share.tokens === 0 && performance.now() < share.goodUntil;
  const most = Math.max(1, Math.floor(bucket.capacity / 10));
  share.chunk = Math.min(most, Math.max(share.waiting, wasSpentInTime ? share.chunk * 2 : 1));
  const { granted, tokens } = await drawFrom(ctx, bucket, share.chunk);
  const now = performance.now();
  share.tokens = granted;
  share.inBucket = tokens;
  share.goodUntil = now + goodMs;
  share.emptyUntil = granted > 0 ? 0 : now + ((1 - tokens) / bucket.perSecond) * 1000;
}

/** One statement under the row's lock: adds the tokens gained since the last one and subtracts those granted now. */
async function drawFrom(
  ctx: Ctx,
  { key, capacity, perSecond }: Bucket,
  wanted: number,
): Promise<{ granted: number; tokens: number }> {
  const full = sql`least(${capacity}::float8, rate_buckets.tokens + greatest(0, extract(epoch from now() - rate_buckets.at)::float8) * ${perSecond}::float8)`;
  const granted = sql`least(${wanted}::int, floor(${full})::int)`;
  const result = await ctx.db.execute<{ granted: number; tokens: number; is_new: boolean }>(sql`
    insert into rate_buckets (key, tokens, granted, at) values (${key}, ${capacity - wanted}::float8, ${wanted}::int, now())
    on conflict (key) do update set granted = ${granted}, tokens = ${full} - ${granted}, at = now()
    returning granted, tokens, xmax = 0 as is_new`);
  const row = result.rows[0];
  if (!row) throw new Error("the query returned no row");
  if (row.is_new) await sweepBuckets(ctx);
  return { granted: Number(row.granted), tokens: Number(row.tokens) };
}

function shareOf(secrets: Ctx["secrets"], key: string): Share {
  const memory = memories.get(secrets) ?? new Map<string, Share>();
  memories.set(secrets, memory);
  const known = memory.get(key);
  if (known) return known;
  forgetIdle(memory);
  const made: Share = { tokens: 0, inBucket: 0, goodUntil: 0, emptyUntil: 0, chunk: 1, waiting: 0, taking: null };
  memory.set(key, made);
  return made;
}

/** Idle shares are worth nothing. They are removed all at once when there are many. */
function forgetIdle(memory: Map<string, Share>): void {
  if (memory.size < maxShares) return;
  const now = performance.now();
  for (const [key, { waiting, goodUntil, emptyUntil }] of memory)
    if (waiting === 0 && goodUntil < now && emptyUntil < now) memory.delete(key);
}

/** After this time without a request a bucket is full again, and equivalent to a missing one. */
const idleSeconds = 3600;

/** A new bucket occasionally deletes old ones, so that the table does not grow without bound. */
async function sweepBuckets(ctx: Ctx): Promise<void> {
  if (randomInt(500) !== 0) return;
  await ctx.db.execute(sql`delete from rate_buckets where at < now() - make_interval(secs => ${idleSeconds})`);
}
