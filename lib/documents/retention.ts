import { sql, type SQL } from "drizzle-orm";
import { endedStatuses, statusesSql } from "@/db/schema/request-facts";
import type { Ctx } from "@/lib/context/context";
import { dayMs } from "@/lib/platform/locale/format";

const settingName = "retention_clock";
/** A longer pause of the service is treated as a clock that was set forward. */
export const longestPauseMs = 8 * dayMs;
/** Clocks of synchronised machines differ by seconds. */
export const largestDifferenceMs = 3_600_000;

/**
 * `backwards`: the database's clock was set back. `forwards`: it moved ahead of the elapsed time. `disagrees`: it
 * differs from this machine's.
 */
type ClockProblem = "backwards" | "forwards" | "disagrees";

interface RetentionClock {
  /** Time of the last check by a sweep. */
  at: string;
  /** Why nothing is deleted until an administrator confirms the clock. Null: there is no problem. */
  stopped: { problem: ClockProblem; at: string } | null;
}

/** This machine's clocks. The second one cannot be set. */
export interface HostClocks {
  wallMs(): number;
  elapsedMs(): number;
}

export const hostClocks: HostClocks = { wallMs: () => Date.now(), elapsedMs: () => performance.now() };

/** The last readings of this process. */
const looks = new WeakMap<HostClocks, { database: number; elapsed: number }>();

/**
 * Compares the database's clock with its last reading by a sweep, with this machine's clock, and with the time elapsed
 * in this process. A jump is recorded, and from then on nothing is due until an administrator confirms the clock.
 */
export async function checkClock(ctx: Ctx, clocks: HostClocks): Promise<RetentionClock> {
  return ctx.tx(async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(7302035)`);
    const last = await readClock(tx);
    if (last?.stopped) return last;
    const now = await tx.now();
    const problem = findProblem(now.getTime(), last, clocks);
    looks.set(clocks, { database: now.getTime(), elapsed: clocks.elapsedMs() });
    const clock: RetentionClock = {
      at: now.toISOString(),
      stopped: problem === null ? null : { problem, at: now.toISOString() },
    };
    await writeClock(tx, clock);
    if (problem !== null)
      ctx.log.error({ problem, last: last?.at, now }, "retention: the clock jumped; nothing is deleted");
    return clock;
  });
}

function findProblem(now: number, last: RetentionClock | null, clocks: HostClocks): ClockProblem | null {
  const seen = looks.get(clocks);
  const passed = seen && clocks.elapsedMs() - seen.elapsed;
  if (seen && passed !== undefined && Math.abs(now - seen.database - passed) > largestDifferenceMs)
    return now < seen.database ? "backwards" : "forwards";
  if (last && now < new Date(last.at).getTime() - largestDifferenceMs) return "backwards";
  if (last && now > new Date(last.at).getTime() + longestPauseMs) return "forwards";
  return Math.abs(now - clocks.wallMs()) > largestDifferenceMs ? "disagrees" : null;
}

/** Null before the first sweep. */
export async function readClock({ db }: Pick<Ctx, "db">): Promise<RetentionClock | null> {
  const { rows } = await db.execute<{ value: RetentionClock }>(
    sql`select value from settings where name = ${settingName}`,
  );
  return rows[0]?.value ?? null;
}

async function writeClock({ db }: Ctx, clock: RetentionClock): Promise<void> {
  await db.execute(sql`insert into settings (name, value) values (${settingName}, ${JSON.stringify(clock)}::jsonb)
    on conflict (name) do update set value = excluded.value`);
}

/**
 * An administrator has confirmed the clock. Deletions announced in the meantime are announced again, so that everyone
 * has the full notice period.
 */
export async function confirmClock(tx: Ctx): Promise<void> {
  await writeClock(tx, { at: (await tx.now()).toISOString(), stopped: null });
  await tx.db.execute(
    sql`update files set content_due_at = null where content_due_at is not null and content_deleted_at is null`,
  );
}

/** The source of a period: the first of document, sender and instance that sets one. */
export type PeriodSource = "document" | "account" | "instance";

/** The instance's period in days, or null. */
const instanceDaysSql: SQL = sql.raw(`(select (value #>> '{}')::int from settings where name = 'retention_days')`);

/**
 * Days between the announcement and the deletion. A shortened period takes effect at least this much later
 * (docs/spec/limits.md).
 */
export const noticeDays = 14;

/** The period for rows `f` of files and `r` of their senders' accounts. Null: kept until someone deletes it. */
export const periodSql: SQL = sql`coalesce(f.retention_days, r.retention_days, ${instanceDaysSql})`;

/**
 * When the document ended: completed, or declined, withdrawn or expired, or deleted. Null while it is a draft or open.
 */
export const endedSql: SQL = sql.raw(`(case when f.status in ${statusesSql(endedStatuses)}
  then coalesce(f.completed_at, f.closed_at, f.deleted_at) end)`);

/**
 * Whether the content can become due: the document has ended, still has its content and is not on hold. Parts follow
 * their envelope.
 */
export const mayBecomeDueSql: SQL = sql.raw(
  `coalesce(f.completed_at, f.closed_at, f.deleted_at) is not null and f.content_deleted_at is null and f.held_at is null and f.envelope_id is null`,
);

/** When its content may be deleted according to the current periods. */
export const dueSql: SQL = sql`(${endedSql} + make_interval(days => ${periodSql}))`;

/**
 * The day shown to readers: the announced one, or the one that follows from the current periods, with time for the
 * announcement.
 */
export const plannedSql: SQL = sql`(case when f.content_deleted_at is null and f.held_at is null and ${dueSql} is not null
  then coalesce(f.content_due_at, greatest(${dueSql}, now() + make_interval(days => ${sql.raw(String(noticeDays))}))) end)`;

/**
 * Selects `columns` of documents `f` of accounts `r` that end their period within `withinDays`, all `conditions`
 * considered. Reads only these, because an index has the ends of documents by what decides their period: the account,
 * or their own number of days. `instanceDays` is a period to try.
 */
export function selectEnding(
  columns: SQL,
  conditions: SQL,
  { withinDays, instanceDays }: { withinDays: number; instanceDays?: number | undefined },
): SQL {
  // A day more: a day that begins or ends summer time is not 24 hours long. The conditions decide.
  const endsBy = (days: SQL): SQL =>
    sql`coalesce(f.completed_at, f.closed_at, f.deleted_at) <= now() + make_interval(days => ${withinDays + 1}::int - ${days})`;
  const ofInstance = instanceDays === undefined ? instanceDaysSql : sql`${instanceDays}::int`;
  // OFFSET keeps the planner from reading all documents once instead of a few of each account.
  return sql`
    select ${columns} from accounts r cross join lateral (
      select * from files f where f.requester_id = r.id and f.retention_days is null and f.content_deleted_at is null
        and ${endsBy(sql`coalesce(r.retention_days, ${ofInstance})`)} offset 0) f
    where ${conditions}
    union all
    select ${columns} from (
      select distinct retention_days as days from files
      where retention_days is not null and content_deleted_at is null and coalesce(completed_at, closed_at, deleted_at) is not null) own
    cross join lateral (
      select * from files f where f.retention_days = own.days and f.content_deleted_at is null and ${endsBy(sql`own.days`)} offset 0) f
    join accounts r on r.id = f.requester_id
    where ${conditions}`;
}
