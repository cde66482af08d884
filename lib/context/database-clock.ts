import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

/** A time of the database, and the readings of both local clocks when it arrived. */
interface Reading {
  at: number;
  steady: number;
  wall: number;
}

const goodMs = 1000;
/** A slower response is too inexact. This is also the most by which the extrapolated clock is behind. */
const quickMs = 25;
/**
 * A larger difference means that this machine's clock was set or the machine slept, so the database's clock may have
 * moved too.
 */
const jumpMs = 50;

const readings = new WeakMap<object, Reading>();

/**
 * The database's clock, in whole milliseconds. `owner` identifies the instance. Within a second of a quick response,
 * the time is extrapolated with this process's monotonic clock, because a separate statement costs more than most uses
 * of the time are worth. The result is never ahead of the database and at most 25 ms behind. A change of the database's
 * clock is noticed within a second.
 */
export async function databaseTime(db: Db, owner: object): Promise<Date> {
  const known = readings.get(owner);
  const start = performance.now();
  if (known && isGood(known, start)) return new Date(Math.floor(known.at + start - known.steady));
  const { rows } = await db.execute<{ at: string | Date }>(
    sql`select date_trunc('milliseconds', clock_timestamp()) as at`,
  );
  if (!rows[0]) throw new Error("the database returned no time");
  const at = new Date(rows[0].at);
  const steady = performance.now();
  if (steady - start <= quickMs) readings.set(owner, { at: at.getTime(), steady, wall: Date.now() });
  return at;
}

function isGood({ steady, wall }: Reading, now: number): boolean {
  const passed = now - steady;
  return passed < goodMs && Math.abs(Date.now() - wall - passed) < jumpMs;
}
