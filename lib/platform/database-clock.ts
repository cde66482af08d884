import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

/** A time of the database, and when this process received it by both of its own clocks. */
interface Reading {
  at: number;
  steady: number;
  wall: number;
}

const goodMs = 1000;
/** An answer that took longer is too inexact. It is also the most by which a remembered clock is late. */
const quickMs = 25;
/** The clock of this machine was set, or the machine slept: the database's may have moved as well. */
const jumpMs = 50;

const readings = new WeakMap<object, Reading>();

/**
 * The database's clock, in whole milliseconds. `owner` stands for the instance: within a second of a quick answer the time is counted on from it by this
 * process's steady clock, because a statement of its own costs more than most questions about the time are worth. The result is never ahead of the
 * database and at most 25 ms behind; a database whose clock is set is followed within a second.
 */
export async function databaseTime(db: Db, owner: object): Promise<Date> {
  const known = readings.get(owner);
  const asked = performance.now();
  if (known && isGood(known, asked)) return new Date(Math.floor(known.at + asked - known.steady));
  const { rows } = await db.execute<{ at: string | Date }>(
    sql`select date_trunc('milliseconds', clock_timestamp()) as at`,
  );
  if (!rows[0]) throw new Error("the database returned no time");
  const at = new Date(rows[0].at);
  const steady = performance.now();
  if (steady - asked <= quickMs) readings.set(owner, { at: at.getTime(), steady, wall: Date.now() });
  return at;
}

function isGood({ steady, wall }: Reading, now: number): boolean {
  const passed = now - steady;
  return passed < goodMs && Math.abs(Date.now() - wall - passed) < jumpMs;
}
