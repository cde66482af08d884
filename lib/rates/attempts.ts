import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

export interface AttemptCount {
  /** Including this one. */
  count: number;
  /** Until the window ends and counting begins anew. */
  secondsLeft: number;
}

/** A window that never ends. */
export const foreverSeconds = 100 * 365 * 24 * 3600;

/**
 * Counts one attempt under `key`, in one statement, so that processes cannot miscount each other. The window starts with its
 * first attempt. Call it outside the transaction of the act: a rollback would forget the attempt.
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
  // Now and then a new key pays for the old ones, so that the table does not grow for ever.
  if (row.count === 1 && randomInt(1000) === 0) await sweepAttempts(ctx);
  // The window's start is rounded to milliseconds, so it may seem to begin a moment from now.
  return { count: row.count, secondsLeft: Math.min(windowSeconds, Math.max(1, Math.ceil(Number(row.seconds_left)))) };
}

/** Takes one attempt back that turned out to be none. */
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
