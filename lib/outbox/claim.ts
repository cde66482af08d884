import { sql, type SQL } from "drizzle-orm";
import { outboxJobs, type OutboxJob } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { giveUp, laneNames, lanes, type LaneName, type OutboxKind } from "./kinds";

export const leaseSeconds = 60;

/** How many more jobs of each lane may be begun. */
export type FreePlaces = Record<LaneName, number>;

/**
 * Claims due jobs for `worker`, as many as there are places in each lane, by one statement. SKIP LOCKED lets several workers share the table; a lease that ran out (its worker
 * died) makes the job due again.
 */
export async function claimJobs(ctx: Ctx, worker: string, free: FreePlaces): Promise<OutboxJob[]> {
  const open = laneNames.filter((name) => free[name] > 0);
  if (open.length === 0) return [];
  const due = sql.join(
    open.map((name) => dueIn(name, free[name])),
    sql` union all `,
  );
  return ctx.db
    .update(outboxJobs)
    .set({
      leasedBy: worker,
      leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      attempts: sql`${outboxJobs.attempts} + 1`,
    })
    .where(sql`${outboxJobs.id} in (${due})`)
    .returning();
}

function dueIn(name: LaneName, places: number): SQL {
  // Locking is allowed in a derived table of a union, not in its members.
  return sql`select id from (select id from outbox_jobs where done_at is null and dead_at is null and run_at <= now()
    and (leased_until is null or leased_until < now()) and ${isIn(name)} order by run_at, id limit ${places}::int for update skip locked) due`;
}

function isIn(name: LaneName): SQL {
  const { kinds } = lanes[name];
  const named = kinds ?? laneNames.flatMap((other) => lanes[other].kinds ?? []);
  const list = sql.join(
    named.map((kind) => sql`${kind}`),
    sql`, `,
  );
  return kinds ? sql`kind in (${list})` : sql`kind not in (${list})`;
}

export async function renewLease(ctx: Ctx, job: OutboxJob, worker: string): Promise<void> {
  await ctx.db
    .update(outboxJobs)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(mine(job, worker));
}

export async function completeJob(ctx: Ctx, job: OutboxJob, worker: string): Promise<void> {
  await ctx.db
    .update(outboxJobs)
    .set({ doneAt: sql`now()`, sealed: null, leasedUntil: null, leasedBy: null, lastError: null })
    .where(mine(job, worker));
}

/** `final`: trying again cannot help. `passing`: it says nothing of the job, as a full disk does; no such try counts, and the next comes soon. */
export type FailureKind = "final" | "ordinary" | "passing";

const passingDelaySeconds = 30;

/** Puts the job back with exponential back-off and jitter, or among the dead letters when its time or tries are over. Answers whether it is dead. */
export async function failJob(
  ctx: Ctx,
  job: OutboxJob,
  worker: string,
  error: string,
  kind: FailureKind,
): Promise<boolean> {
  const dead = kind === "final" || isOver(job, await ctx.now(), kind);
  const delaySeconds =
    Math.min(2 ** job.attempts, kind === "passing" ? passingDelaySeconds : 3600) * (0.75 + Math.random() / 2);
  await ctx.db
    .update(outboxJobs)
    .set({
      lastError: error.slice(0, 500),
      leasedUntil: null,
      leasedBy: null,
      ...(dead ? { deadAt: sql`now()`, sealed: null } : { runAt: sql`now() + make_interval(secs => ${delaySeconds})` }),
    })
    .where(mine(job, worker));
  return dead;
}

function isOver(job: OutboxJob, now: Date, kind: FailureKind): boolean {
  const rule = giveUp[job.kind as OutboxKind];
  if (!rule) return true;
  if ("attempts" in rule) return kind !== "passing" && job.attempts >= rule.attempts;
  return now.getTime() - job.createdAt.getTime() >= rule.afterSeconds * 1000;
}

function mine(job: OutboxJob, worker: string) {
  return sql`${outboxJobs.id} = ${job.id} and ${outboxJobs.leasedBy} = ${worker}`;
}
