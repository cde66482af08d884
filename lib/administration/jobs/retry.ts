import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { outboxJobs } from "@/db/schema/work";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { recordAdminActivity } from "@/lib/records/admin-activity/record";
import { getJob, type JobRow } from "./list";
import { hasNoSecret, mayRetry } from "./wire";

const mostAtOnce = 1000;

/**
 * Tries a job again now: a failed one gets all its tries and time again, one that waits is due. Its key stays, so that a provider
 * that took it before drops the copy. Throws `forbidden`, `not_found` (also when it is done), `validation_failed` (its secret was
 * wiped, or it was not tried yet).
 */
export async function retryJob(ctx: Ctx, actor: Actor, id: number): Promise<JobRow> {
  const acting = assertAdmin(actor);
  await ctx.tx(async (tx) => {
    const [job] = await tx.db
      .select()
      .from(outboxJobs)
      .where(and(eq(outboxJobs.id, id), isNull(outboxJobs.doneAt)))
      .for("update");
    if (!job) throw new DomainError("not_found");
    if (job.deadAt === null && !mayRetry(job))
      throw invalid("", "not_due", "The job has not been tried yet. It is scheduled for later, or about to run");
    if (!mayRetry(job))
      throw invalid(
        "",
        "secret_wiped",
        "The job has failed and its code or link was deleted. The person must request a new one",
      );
    await startAnew(tx, eq(outboxJobs.id, id));
    await recordAdminActivity(tx, acting, "job.retried", { jobId: id, kind: job.kind });
    await markDone(tx, { jobId: id });
  });
  ctx.wakeOutbox();
  return getJob(ctx, actor, id);
}

/** The same for all failed jobs of a kind, at most a thousand at once. Answers how many. Throws `forbidden`. */
export async function retryJobs(ctx: Ctx, actor: Actor, { kind }: { kind: string }): Promise<number> {
  const acting = assertAdmin(actor);
  const retried = await ctx.tx(async (tx) => {
    const dead = await tx.db
      .select({ id: outboxJobs.id })
      .from(outboxJobs)
      .where(and(eq(outboxJobs.kind, kind), isNotNull(outboxJobs.deadAt), hasNoSecret(kind)))
      .orderBy(outboxJobs.id)
      .limit(mostAtOnce)
      .for("update");
    const ids = dead.map(({ id }) => id);
    if (ids.length > 0) await startAnew(tx, sql`${outboxJobs.id} = any(${sql.param(ids)}::bigint[])`);
    await recordAdminActivity(tx, acting, "jobs.retried", { kind, count: ids.length });
    await markDone(tx, { retried: ids.length });
    return ids.length;
  });
  ctx.wakeOutbox();
  return retried;
}

/** How long a kind is tried counts from `created_at`, so a new round begins with a new one. A job under way keeps its lease. */
async function startAnew(tx: Ctx, which: SQL): Promise<void> {
  const wasDead = sql`${outboxJobs.deadAt} is not null`;
  await tx.db
    .update(outboxJobs)
    .set({
      // Rounded to the column's milliseconds the moment could lie ahead, and the job would read as scheduled.
      runAt: sql`date_trunc('milliseconds', now())`,
      createdAt: sql`case when ${wasDead} then now() else ${outboxJobs.createdAt} end`,
      attempts: sql`case when ${wasDead} then 0 else ${outboxJobs.attempts} end`,
      passingFailures: sql`case when ${wasDead} then 0 else ${outboxJobs.passingFailures} end`,
      deadAt: null,
    })
    .where(which);
}
