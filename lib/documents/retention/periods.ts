import { sql, type SQL } from "drizzle-orm";

/** The source of a period: the first of document, sender and instance that sets one. */
export type PeriodSource = "document" | "account" | "instance";

/** Days between the announcement and the deletion: a period that is shortened acts this much later at the earliest (docs/spec/limits.md). */
export const noticeDays = 14;

/** The period for rows `f` of files and `r` of their senders' accounts. Null: kept until someone deletes it. */
export const periodSql: SQL = sql.raw(
  `coalesce(f.retention_days, r.retention_days, (select (value #>> '{}')::int from settings where name = 'retention_days'))`,
);

/** When the document ended: completed, else declined, withdrawn or expired, else deleted. Null while it is a draft or open. */
export const endedSql: SQL = sql.raw(`(case when f.status in ('signed', 'declined', 'cancelled', 'expired', 'deleted')
  then coalesce(f.completed_at, f.closed_at, f.deleted_at) end)`);

/** When its content may go by the periods that hold now. */
export const dueSql: SQL = sql`(${endedSql} + make_interval(days => ${periodSql}))`;

/** The day shown to readers: the announced one, or as the periods are now, with time for the announcement. */
export const plannedSql: SQL = sql`(case when f.content_deleted_at is null and f.held_at is null and ${dueSql} is not null
  then coalesce(f.content_due_at, greatest(${dueSql}, now() + make_interval(days => ${sql.raw(String(noticeDays))}))) end)`;
