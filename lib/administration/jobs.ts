import { and, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { files, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs, type OutboxJob } from "@/db/schema/work";
import { assertAdmin } from "@/lib/accounts/actor";
import type { jobAnswer, JobKind, jobListAnswer, JobQuery } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { withoutSecrets } from "@/lib/platform/plain-text";
import { factsOf, type AccountTemplate } from "@/lib/records/outbox/kinds";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";

interface JobRow {
  job: OutboxJob;
  isRunning: boolean;
  isScheduled: boolean;
  file: { id: number; uuid: string } | null;
}

interface JobCount {
  kind: string;
  waiting: number;
  dead: number;
  scheduled: number;
}

const isScheduled = sql`(${outboxJobs.deadAt} is null and ${outboxJobs.attempts} = 0 and ${outboxJobs.runAt} > now())`;

const standardLength = 50;

/**
 * Jobs that wait or have failed, and on request scheduled ones, newest first, with the number of each kind. `next` is
 * the cursor of the next page. Throws `forbidden`.
 */
export async function listJobs(
  ctx: Ctx,
  actor: Actor,
  query: JobQuery,
): Promise<{ rows: JobRow[]; counts: JobCount[]; next: number | null }> {
  assertAdmin(actor);
  const length = query.length ?? standardLength;
  const [rows, counts] = await Promise.all([readJobs(ctx, query, length + 1), countJobs(ctx)]);
  const page = rows.slice(0, length);
  return {
    rows: page.map(toRow),
    counts,
    next: rows.length > length ? (page.at(-1)?.job.id ?? null) : null,
  };
}

/**
 * Conditions for the jobs in each state. Each part has a matching index, and the newest rows of the parts are merged.
 */
const parts = {
  dead: [sql`dead_at is not null and done_at is null`],
  scheduled: [sql`done_at is null and dead_at is null and attempts = 0 and run_at > now()`],
  waiting: [
    sql`done_at is null and dead_at is null and attempts > 0`,
    sql`done_at is null and dead_at is null and attempts = 0 and run_at <= now()`,
  ],
};

async function readJobs(ctx: Ctx, query: JobQuery, limit: number) {
  const ids = await findJobs(ctx, query, limit);
  return select(ctx).where(inArray(outboxJobs.id, ids)).orderBy(desc(outboxJobs.id));
}

async function findJobs(ctx: Ctx, { state, kind, cursor }: JobQuery, limit: number): Promise<number[]> {
  const narrowed = sql`${kind === undefined ? sql`true` : sql`kind = ${kind}`} and ${cursor === undefined ? sql`true` : sql`id < ${cursor}::bigint`}`;
  const wanted = state === undefined ? [...parts.waiting, ...parts.dead] : parts[state];
  const newest = wanted.map(
    (part) => sql`(select id from outbox_jobs where ${part} and ${narrowed} order by id desc limit ${limit}::int)`,
  );
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from (${sql.join(newest, sql` union all `)}) found order by id desc limit ${limit}::int`,
  );
  return rows.map(({ id }) => Number(id));
}

/** One job, even if it is already done. Throws `forbidden`, `not_found`. */
export async function getJob(ctx: Ctx, actor: Actor, id: number): Promise<JobRow> {
  assertAdmin(actor);
  const [row] = await select(ctx).where(eq(outboxJobs.id, id));
  if (!row) throw new DomainError("not_found");
  return toRow(row);
}

/**
 * Three counts over three indexes, because a single one over the table would read every job completed in the last
 * month.
 */
async function countJobs(ctx: Ctx): Promise<JobCount[]> {
  const { rows } = await ctx.db.execute<JobCount & Record<string, unknown>>(sql`
    select kind, sum(waiting)::int as waiting, sum(dead)::int as dead, sum(scheduled)::int as scheduled from (
      select kind, count(*) filter (where run_at <= now()) as waiting, 0 as dead, count(*) filter (where run_at > now()) as scheduled
        from outbox_jobs where done_at is null and dead_at is null and attempts = 0 group by kind
      union all select kind, count(*), 0, 0 from outbox_jobs where done_at is null and dead_at is null and attempts > 0 group by kind
      union all select kind, 0, count(*), 0 from outbox_jobs where dead_at is not null and done_at is null group by kind) counted
    group by kind order by kind`);
  return rows;
}

/** A job refers to its document or, for a code, to the challenge that does. */
function select(ctx: Ctx) {
  const isRunning = sql<boolean>`${outboxJobs.leasedUntil} is not null and ${outboxJobs.leasedUntil} > now()`;
  const isOfJob = eq(files.id, sql`coalesce((${outboxJobs.payload}->>'fileId')::int, ${signRequests.fileId})`);
  return ctx.db
    .select({
      job: outboxJobs,
      isRunning,
      isScheduled: sql<boolean>`${isScheduled}`,
      fileId: files.id,
      uuid: files.uuid,
    })
    .from(outboxJobs)
    .leftJoin(challenges, eq(challenges.id, sql`(${outboxJobs.payload}->>'challengeId')::int`))
    .leftJoin(signRequests, eq(signRequests.id, challenges.signRequestId))
    .leftJoin(files, isOfJob)
    .$dynamic();
}

function toRow({
  fileId,
  uuid,
  ...row
}: Omit<JobRow, "file"> & { fileId: number | null; uuid: string | null }): JobRow {
  return { ...row, file: fileId === null || uuid === null ? null : { id: fileId, uuid } };
}

const mostAtOnce = 1000;

/**
 * Retries a job now: a failed one gets all its attempts and time again, and a waiting one becomes due. Its key stays,
 * so that a provider that accepted it before drops the copy. Throws `forbidden`, `not_found` (also if it is done),
 * `validation_failed` (its secret was wiped, or it was not tried yet).
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

/** Retries all failed jobs of a kind, up to a thousand at once. Returns the number. Throws `forbidden`. */
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

/** The retry period of a kind starts at `created_at`, so a new round sets a new one. A running job keeps its lease. */
async function startAnew(tx: Ctx, which: SQL): Promise<void> {
  const wasDead = sql`${outboxJobs.deadAt} is not null`;
  await tx.db
    .update(outboxJobs)
    .set({
      // Rounded up to the column's milliseconds, the time could be in the future, and the job would appear as
      // scheduled.
      runAt: sql`date_trunc('milliseconds', now())`,
      createdAt: sql`case when ${wasDead} then now() else ${outboxJobs.createdAt} end`,
      attempts: sql`case when ${wasDead} then 0 else ${outboxJobs.attempts} end`,
      passingFailures: sql`case when ${wasDead} then 0 else ${outboxJobs.passingFailures} end`,
      deadAt: null,
    })
    .where(which);
}

export function toJobWire({ job, isRunning, isScheduled, file }: JobRow): z.infer<typeof jobAnswer> {
  const { template } = job.payload;
  return {
    id: job.id,
    kind: job.kind as JobKind,
    state: job.deadAt !== null ? "dead" : isRunning ? "running" : isScheduled ? "scheduled" : "waiting",
    file: file && { fileId: file.id, uuid: file.uuid },
    template: typeof template === "string" ? template : null,
    attempts: job.attempts,
    lastError: job.lastError === null ? null : shownError(job.lastError),
    nextTryAt: job.deadAt === null ? job.runAt.toISOString() : null,
    createdAt: job.createdAt.toISOString(),
    deadAt: job.deadAt?.toISOString() ?? null,
    mayRetry: mayRetry(job),
  };
}

export function toJobListWire({
  rows,
  counts,
  next,
}: {
  rows: readonly JobRow[];
  counts: readonly JobCount[];
  next: number | null;
}): z.infer<typeof jobListAnswer> {
  return {
    data: rows.map(toJobWire),
    counts: counts.map(({ kind, ...count }) => ({ kind: kind as JobKind, ...count })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}

export function toJobsRetryWire(retried: number): { message: string; retried: number } {
  return { message: retried === 1 ? "One job is tried again" : `${String(retried)} jobs are tried again`, retried };
}

/** Templates of account e-mails with an encrypted part. */
const secretTemplates = ["confirmation", "webhook_changed"] satisfies AccountTemplate[];

/**
 * Whether an administrator may retry the job now. Not a failed job with a secret, because the secret was deleted. Not a
 * job that was never tried either: it is scheduled, and an expiry check that runs too early would not run again.
 */
function mayRetry({
  kind,
  payload,
  deadAt,
  attempts,
}: Pick<OutboxJob, "kind" | "payload" | "deadAt" | "attempts">): boolean {
  return deadAt === null ? attempts > 0 : !carriesSecret(kind, payload);
}

function carriesSecret(kind: string, { template }: OutboxJob["payload"]): boolean {
  const secretKind = factsOf(kind)?.carriesSecret === true;
  return secretKind || (kind === "accountMail" && secretTemplates.some((secret) => secret === template));
}

/** The negation of `carriesSecret` for the jobs of a kind, in SQL. */
function hasNoSecret(kind: string): SQL {
  if (factsOf(kind)?.carriesSecret === true) return sql`false`;
  if (kind !== "accountMail") return sql`true`;
  return sql`${outboxJobs.payload} ->> 'template' <> all(${sql.param(secretTemplates)}::text[])`;
}

const longestError = 300;

/**
 * The error of a job as shown to an administrator: its first line, without values appended by drivers, and without
 * anything that could be an address, a number, a link or a token.
 */
export function shownError(error: string): string {
  const [firstLine = ""] = error.split(/\r\n|\r|\n|\bparams:/);
  return withoutSecrets(firstLine).slice(0, longestError);
}
