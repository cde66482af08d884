import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

/** How much work waits, over all processes, as gauges for an operator. Ages are seconds; 0 where nothing waits. */
export interface WorkFigures {
  /** By the kind of the job. */
  jobsWaiting: Record<string, number>;
  jobsDead: Record<string, number>;
  /** Of those that wait, the ones that are due or failed before; the others wait for their time. */
  jobsDue: number;
  oldestJobSeconds: number;
  deliveriesWaiting: number;
  oldestDeliverySeconds: number;
  webhooksDisabled: number;
  /** By the word of the state. */
  files: Record<string, number>;
}

type Row = Omit<WorkFigures, "jobsWaiting" | "jobsDead" | "files"> & {
  jobsWaiting: Record<string, number> | null;
  jobsDead: Record<string, number> | null;
  files: Record<string, number> | null;
};

/** Reads all of them in one statement. */
export async function readWorkFigures(ctx: Ctx): Promise<WorkFigures> {
  const {
    rows: [row],
  } = await ctx.db.execute<Row & Record<string, unknown>>(sql`select
    (select jsonb_object_agg(kind, count) from (select kind, count(*) from outbox_jobs where done_at is null and dead_at is null group by kind) waiting) as "jobsWaiting",
    (select jsonb_object_agg(kind, count) from (select kind, count(*) from outbox_jobs where dead_at is not null group by kind) dead) as "jobsDead",
    (select count(*)::int from outbox_jobs where done_at is null and dead_at is null and (run_at <= now() or attempts > 0)) as "jobsDue",
    (select coalesce(greatest(0, extract(epoch from now() - min(run_at))), 0)::float8 from outbox_jobs where done_at is null and dead_at is null) as "oldestJobSeconds",
    (select count(*)::int from webhook_deliveries where status = 'pending') as "deliveriesWaiting",
    (select coalesce(greatest(0, extract(epoch from now() - min(next_attempt_at))), 0)::float8 from webhook_deliveries where status = 'pending') as "oldestDeliverySeconds",
    (select count(*)::int from webhook_endpoints where disabled_at is not null) as "webhooksDisabled",
    (select jsonb_object_agg(status, count) from (select status, count(*) from files group by status) by_status) as "files"`);
  if (!row) throw new Error("the database told no figures");
  return { ...row, jobsWaiting: row.jobsWaiting ?? {}, jobsDead: row.jobsDead ?? {}, files: row.files ?? {} };
}
