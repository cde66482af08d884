import { randomUUID } from "node:crypto";
import { and, sql, type SQL } from "drizzle-orm";
import { isDatabaseLost } from "@/db/lost-database";
import { outboxJobs, type OutboxJob } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import { traced } from "@/lib/platform/telemetry/tracing";
import {
  isMine,
  isUnleased,
  jittered,
  leaseOf,
  noLease,
  startLoop,
  whileLeased,
  type Worker,
} from "@/lib/records/leased-work";
import {
  factsOf,
  kindsWith,
  laneNames,
  laneOf,
  lanes,
  type LaneName,
  type OutboxKind,
  type OutboxPayloads,
} from "./kinds";

/** A handler's arguments besides the payload. `key` is the same for every attempt, for receivers that de-duplicate. */
export interface JobFacts {
  id: number;
  key: string;
  attempt: number;
  secret: string | null;
  /** For a handler that marks its job as done together with its own writes. */
  completion?: JobCompletion;
}

/** The completion of a job as part of the handler's statement, which saves the worker a round trip afterwards. */
export interface JobCompletion {
  /** Marks the job as done if `condition` is true and the job still belongs to this worker. */
  statement(condition: SQL): SQL;
  /** Call it once the statement is committed. The worker then writes nothing. */
  isCommitted(): void;
}

export type OutboxHandlers = {
  [Kind in OutboxKind]: (ctx: Ctx, payload: OutboxPayloads[Kind], job: JobFacts) => Promise<void>;
} & {
  /**
   * Called when a job's time or attempts are used up, in the transaction that marks it as failed. Not called after a
   * `FinalFailure`, because its handler has already recorded the failure.
   */
  onFailure?: { [Kind in OutboxKind]?: (tx: Ctx, payload: OutboxPayloads[Kind], jobId: number) => Promise<void> };
};

/** Thrown by a handler if retrying cannot help. The job goes to the dead letters at once. */
export class FinalFailure extends Error {}

/** Runs due jobs until stopped. Any number of workers and processes may run concurrently. */
export function startOutboxWorker(ctx: Ctx, handlers: OutboxHandlers): Worker {
  const name = randomUUID();
  return startLoop<OutboxJob>({
    pollMilliseconds: 5000,
    claim: (running) => claimJobs(ctx, name, freePlaces(running)),
    run: (job) => doJob(ctx, handlers, job, name),
    // A full lane may have more due jobs.
    isAwaited: ({ kind }, running) => freePlaces(running)[laneOf(kind)] <= 0,
    onError(error, job) {
      // The lease of a job without a stored result expires, and the job runs again.
      if (job) ctx.log.warn({ job: job.id, kind: job.kind, err: error }, "outbox: the result of a job was not stored");
      else ctx.log.error({ err: error }, "outbox: could not claim");
    },
  });
}

function freePlaces(running: readonly OutboxJob[]): FreePlaces {
  return Object.fromEntries(
    laneNames.map((lane) => [lane, lanes[lane].atOnce - running.filter(({ kind }) => laneOf(kind) === lane).length]),
  ) as FreePlaces;
}

/** Claims and runs one batch of each lane. Returns the number of jobs. Tests call it directly. */
export async function drainOnce(ctx: Ctx, handlers: OutboxHandlers, worker: string = randomUUID()): Promise<number> {
  const jobs = await claimJobs(ctx, worker, freePlaces([]));
  await Promise.all(jobs.map((job) => doJob(ctx, handlers, job, worker)));
  return jobs.length;
}

async function doJob(ctx: Ctx, handlers: OutboxHandlers, job: OutboxJob, worker: string): Promise<void> {
  await whileLeased(ctx, outboxJobs, { id: job.id, worker }, async () => {
    try {
      await handle(ctx, handlers, job, worker);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const kind = error instanceof FinalFailure ? "final" : isOutage(error) ? "outage" : "ordinary";
      const recordFailure = handlers.onFailure?.[job.kind as OutboxKind] as
        | ((tx: Ctx, payload: unknown, jobId: number) => Promise<void>)
        | undefined;
      const dead = await failJob(ctx, job, worker, { message, kind, recordFailure });
      ctx.log[dead ? "error" : "warn"](
        { job: job.id, kind: job.kind, attempt: job.attempts, err: error },
        dead ? "outbox: failed" : "outbox: will retry",
      );
    }
  });
}

async function handle(ctx: Ctx, handlers: OutboxHandlers, job: OutboxJob, worker: string): Promise<void> {
  const handler = handlers[job.kind as OutboxKind] as
    | ((ctx: Ctx, payload: unknown, facts: JobFacts) => Promise<void>)
    | undefined;
  if (!handler) throw new FinalFailure(`no handler for ${job.kind}`);
  const secret = job.sealed ? ctx.secrets.open("outbox", job.sealed).toString() : null;
  const attributes = { "paraph.job.kind": job.kind, "paraph.job.attempt": job.attempts };
  await traced({ name: `job ${job.kind}`, kind: "consumer", attributes }, async () => {
    let isCompleted = false;
    const completion: JobCompletion = {
      statement: (condition) => completing(ctx, job, worker, condition).getSQL(),
      isCommitted: () => (isCompleted = true),
    };
    await handler(ctx, job.payload, {
      id: job.id,
      key: `job-${job.id}`,
      attempt: job.attempts,
      secret,
      completion,
    });
    if (!isCompleted) await completing(ctx, job, worker);
  });
}

/** The number of additional jobs that may start in each lane. */
export type FreePlaces = Record<LaneName, number>;

/**
 * Claims due jobs for `worker`, up to each lane's free capacity, in one statement. SKIP LOCKED lets several workers
 * share the table. An expired lease (its worker died) makes the job due again.
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
      ...leaseOf(worker),
      attempts: sql`${outboxJobs.attempts} + 1`,
    })
    .where(sql`${outboxJobs.id} in (${due})`)
    .returning();
}

function dueIn(name: LaneName, places: number): SQL {
  // Locking is allowed in a derived table of a union, not in its members.
  return sql`select id from (select id from outbox_jobs where done_at is null and dead_at is null and run_at <= now()
    and ${isUnleased} and ${isIn(name)} order by turn, id limit ${places}::int for update skip locked) due`;
}

function isIn(name: LaneName): SQL {
  const isRest = name === "others";
  const list = sql.join(
    kindsWith(({ lane }) => (isRest ? lane !== name : lane === name)).map((kind) => sql`${kind}`),
    sql`, `,
  );
  return isRest ? sql`kind not in (${list})` : sql`kind in (${list})`;
}

function completing(ctx: Ctx, job: OutboxJob, worker: string, condition?: SQL) {
  return ctx.db
    .update(outboxJobs)
    .set({ doneAt: sql`now()`, sealed: null, ...noLease, lastError: null })
    .where(and(isMine(outboxJobs, job.id, worker), condition));
}

/**
 * `final`: retrying cannot help. `outage`: the machine or a service failed, such as a full disk. It uses up none of the
 * job's attempts, and the next attempt follows soon.
 */
type FailureKind = "final" | "ordinary" | "outage";

interface Failure {
  message: string;
  kind: FailureKind;
  recordFailure?: ((tx: Ctx, payload: unknown, jobId: number) => Promise<void>) | undefined;
}

/**
 * Codes of errors that a retry outlasts: the disk is full, or the database, a process of the PDF engine or a key
 * service is unavailable.
 */
const outageCodes = new Set<unknown>([
  "unavailable",
  "storage_full",
  "engine_unavailable",
  "key_unavailable",
  "ENOSPC",
  "EDQUOT",
  "53100",
]);

/**
 * Whether the machine or a service failed rather than the work itself. The work is then retried, and this attempt does
 * not count.
 */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && outageCodes.has(cause.code)) return true;
  }
  return isDatabaseLost(error);
}

const outageDelaySeconds = 30;

/**
 * Reschedules the job with exponential back-off and jitter, or moves it to the dead letters if its time or attempts are
 * used up. Returns whether it is dead.
 */
async function failJob(
  ctx: Ctx,
  job: OutboxJob,
  worker: string,
  { message, kind, recordFailure }: Failure,
): Promise<boolean> {
  const isOutOfTries = kind !== "final" && isOver(job, await ctx.now(), kind);
  const dead = kind === "final" || isOutOfTries;
  await ctx.tx(async (tx) => {
    // Before the job's row is locked, because the audit event locks the document first, as every use case does.
    if (isOutOfTries) await recordFailure?.(tx, job.payload, job.id);
    const ended = await tx.db
      .update(outboxJobs)
      .set({
        // Postgres text cannot store NUL, and an error may quote binary parameters.
        lastError: message.replaceAll("\0", "").slice(0, 500),
        ...noLease,
        ...(kind === "outage" && { passingFailures: sql`${outboxJobs.passingFailures} + 1` }),
        ...(dead
          ? { deadAt: sql`now()`, sealed: null }
          : { runAt: sql`now() + make_interval(secs => ${delaySeconds(job, kind)})` }),
      })
      .where(isMine(outboxJobs, job.id, worker))
      .returning({ id: outboxJobs.id });
    // Another worker has taken over the job, and will record its result.
    if (isOutOfTries && ended.length === 0) throw new Error("the job was taken over by another worker");
  });
  return dead;
}

function delaySeconds(job: OutboxJob, kind: FailureKind): number {
  const delay =
    kind === "outage" ? Math.min(2 ** job.attempts, outageDelaySeconds) : Math.min(2 ** countedTries(job), 3600);
  return jittered(delay, 0.25);
}

function countedTries({ attempts, passingFailures }: OutboxJob): number {
  return attempts - passingFailures;
}

function isOver(job: OutboxJob, now: Date, kind: FailureKind): boolean {
  const rule = factsOf(job.kind)?.retry;
  if (!rule) return true;
  if ("attempts" in rule) return kind !== "outage" && countedTries(job) >= rule.attempts;
  return now.getTime() - job.createdAt.getTime() >= rule.afterSeconds * 1000;
}
