import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

const keptDays = 30;
const rowsAtOnce = 5000;

/**
 * Forgets jobs 30 days after they were done, as long as deliveries are kept (docs/spec/limits.md). What waits or was given up stays,
 * and so does a done job with a key while its document is open: the key is what keeps the same mail from being queued twice.
 */
export async function sweepDoneJobs(ctx: Ctx): Promise<void> {
  for (let gone = rowsAtOnce; gone === rowsAtOnce;) {
    const { rowCount } = await ctx.db.execute(sql`delete from outbox_jobs where id in (
      select job.id from outbox_jobs job where job.done_at < now() - make_interval(days => ${keptDays}::int)
        and (job.dedupe_key is null or not exists (
          select from files f where f.id = (job.payload->>'fileId')::int and f.status not in ('signed', 'declined', 'cancelled', 'deleted')))
      order by job.id limit ${rowsAtOnce}::int)`);
    gone = rowCount ?? 0;
  }
}
