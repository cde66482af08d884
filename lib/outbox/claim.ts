import { sql } from "drizzle-orm";
import { outboxJobs, type OutboxJob } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { giveUp, slowKinds, type OutboxKind } from "./kinds";

export const leaseSeconds = 60;

export interface Lane {
  isSlow: boolean;
  atOnce: number;
}

/**
 * Claims due jobs for `worker`, as many as its lane does at once. SKIP LOCKED lets several workers share the table; a lease that ran out (its worker
 * died) makes the job due again.
 */
export async function claimJobs(ctx: Ctx, worker: string, { isSlow, atOnce }: Lane): Promise<OutboxJob[]> {
  const slow = sql.join(slowKinds.map((kind) => sql`${kind}`), sql`, `);
  return ctx.db.update(outboxJobs)
    .set({ leasedBy: worker, leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`, attempts: sql`${outboxJobs.attempts} + 1` })
    .where(sql`${outboxJobs.id} in (
      select id from outbox_jobs where done_at is null and dead_at is null and run_at <= now()
        and (leased_until is null or leased_until < now()) and (kind in (${slow})) = ${isSlow}
      order by run_at, id limit ${atOnce} for update skip locked)`)
    .returning();
}

export async function renewLease(ctx: Ctx, job: OutboxJob, worker: string): Promise<void> {
  await ctx.db.update(outboxJobs).set({ leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` }).where(mine(job, worker));
}

export async function completeJob(ctx: Ctx, job: OutboxJob, worker: string): Promise<void> {
  await ctx.db.update(outboxJobs).set({ doneAt: sql`now()`, sealed: null, leasedUntil: null, leasedBy: null, lastError: null }).where(mine(job, worker));
}

/** Puts the job back with exponential back-off and jitter, or among the dead letters when its time or tries are over. Answers whether it is dead. */
export async function failJob(ctx: Ctx, job: OutboxJob, worker: string, error: string, isFinal: boolean): Promise<boolean> {
  const dead = isFinal || isOver(job, await ctx.now());
  const delaySeconds = Math.min(2 ** job.attempts, 3600) * (0.75 + Math.random() / 2);
  await ctx.db.update(outboxJobs).set({
    lastError: error.slice(0, 500),
    leasedUntil: null,
    leasedBy: null,
    ...(dead ? { deadAt: sql`now()`, sealed: null } : { runAt: sql`now() + make_interval(secs => ${delaySeconds})` }),
  }).where(mine(job, worker));
  return dead;
}

function isOver(job: OutboxJob, now: Date): boolean {
  const rule = giveUp[job.kind as OutboxKind];
  if (!rule) return true;
  if ("attempts" in rule) return job.attempts >= rule.attempts;
  return now.getTime() - job.createdAt.getTime() >= rule.afterSeconds * 1000;
}

function mine(job: OutboxJob, worker: string) {
  return sql`${outboxJobs.id} = ${job.id} and ${outboxJobs.leasedBy} = ${worker}`;
}
