import { randomInt } from "node:crypto";
import { and, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { rateCounters } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";

export interface AttemptCount {
  /** Including the current one, if it is counted. */
  count: number;
  /** Until the window ends and the count restarts. */
  secondsLeft: number;
}

/** A window that never ends. */
export const foreverSeconds = 100 * 365 * 24 * 3600;

/**
 * Counts one attempt under `key`, in one statement, so that processes cannot miscount each other. The window starts with its
 * first attempt. Call it outside the operation's transaction: a rollback would forget the attempt.
 */
export async function countAttempt(ctx: Ctx, key: string, windowSeconds: number): Promise<AttemptCount> {
  const isOver = sql`rate_counters.window_started_at <= now() - make_interval(secs => ${windowSeconds})`;
  const result = await ctx.db.execute<{ count: number; seconds_left: string }>(sql`
    insert into rate_counters (key, window_started_at, count) values (${key}, now(), 1)
    on conflict (key) do update set
      count = case when ${isOver} then 1 else rate_counters.count + 1 end,
      window_started_at = case when ${isOver} then now() else rate_counters.window_started_at end
    returning count, extract(epoch from window_started_at + make_interval(secs => ${windowSeconds}) - now()) as seconds_left`);
  const row = result.rows[0];
  if (!row) throw new Error("the counter answered nothing");
  // A new key sometimes deletes old ones, so that the table does not grow without bound.
  if (row.count === 1 && randomInt(1000) === 0) await sweepAttempts(ctx);
  return { count: row.count, secondsLeft: wholeSeconds(row.seconds_left, windowSeconds) };
}

/** The window's start is rounded to milliseconds, so it may seem to begin a moment from now. */
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

/** Uncounts one attempt that turned out not to be one. */
export async function undoAttempt(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.execute(sql`update rate_counters set count = greatest(count - 1, 0) where key = ${key}`);
}

/** Forgets the attempts under `key`. */
export async function clearAttempts(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.execute(sql`delete from rate_counters where key = ${key}`);
}

/** Removes counters whose window cannot matter any more. */
async function sweepAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`delete from rate_counters where window_started_at < now() - interval '90 days'`);
}
