import { desc, eq, inArray, sql } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs, type OutboxJob } from "@/db/schema/work";
import { assertAdmin } from "@/lib/accounts/actor";
import type { JobQuery } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

export interface JobRow {
  job: OutboxJob;
  isRunning: boolean;
  isScheduled: boolean;
  file: { id: number; uuid: string } | null;
}

export interface JobCount {
  kind: string;
  waiting: number;
  dead: number;
  scheduled: number;
}

const isScheduled = sql`(${outboxJobs.deadAt} is null and ${outboxJobs.attempts} = 0 and ${outboxJobs.runAt} > now())`;

const standardLength = 50;

/** Jobs that wait or have failed, on request those that are scheduled, newest first, and how much of each kind there is. `next` is the cursor of the next page. Throws `forbidden`. */
export async function listJobs(
  ctx: Ctx,
  actor: Actor,
  query: JobQuery,
): Promise<{ rows: JobRow[]; counts: JobCount[]; next: number | null }> {
  assertAdmin(actor);
  const length = query.length ?? standardLength;
  const ids = await findJobs(ctx, query, length + 1);
  const rows = await select(ctx).where(inArray(outboxJobs.id, ids)).orderBy(desc(outboxJobs.id));
  const page = rows.slice(0, length);
  return {
    rows: page.map(toRow),
    counts: await countJobs(ctx),
    next: rows.length > length ? (page.at(-1)?.job.id ?? null) : null,
  };
}

/** Conditions for the jobs of each state. Each part has an index that ends with it, and the newest rows of the parts are merged. */
const parts = {
  dead: [sql`dead_at is not null and done_at is null`],
  scheduled: [sql`done_at is null and dead_at is null and attempts = 0 and run_at > now()`],
  waiting: [
    sql`done_at is null and dead_at is null and attempts > 0`,
    sql`done_at is null and dead_at is null and attempts = 0 and run_at <= now()`,
  ],
};

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

/** One job, also one that is done by now. Throws `forbidden`, `not_found`. */
export async function getJob(ctx: Ctx, actor: Actor, id: number): Promise<JobRow> {
  assertAdmin(actor);
  const [row] = await select(ctx).where(eq(outboxJobs.id, id));
  if (!row) throw new DomainError("not_found");
  return toRow(row);
}

/** Three counts over three indexes: one over the table would read every job that was done in the last month. */
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

/** A job names its document, or, of a code, the challenge that does. */
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
