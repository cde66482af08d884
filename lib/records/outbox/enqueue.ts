import { sql } from "drizzle-orm";
import { finalStatuses, statusesSql } from "@/db/schema/request-facts";
import type { Ctx } from "@/lib/context/context";
import { newReference, type NewMail } from "@/lib/records/mails/note-mail";
import { insertJob, record, type JobRow } from "@/lib/records/write-at-end";
import { kindFacts, type OutboxKind, type OutboxPayloads } from "./kinds";

interface EnqueueOptions {
  /** A key is enqueued only once, ever. */
  dedupeKey?: string;
  runAt?: Date;
  /** Sealed for the purpose "outbox". Wiped when the job is done or dead. */
  secret?: string;
}

/**
 * Adds a job in the caller's transaction. A job about a document is scheduled after the pending jobs of the document's
 * account, so that a thousand invitations of one account do not delay another's. With free capacity it runs at once.
 * Call `ctx.wakeOutbox()` after the commit to run it immediately. Returns the job's id, or null if its key was enqueued
 * before.
 */
export async function enqueue<Kind extends OutboxKind>(
  ctx: Ctx,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  options: EnqueueOptions = {},
): Promise<number | null> {
  return insertJob(ctx, jobRow(ctx, kind, payload, options));
}

interface QueueOptions extends EnqueueOptions {
  /** Records the e-mail that the job sends (`noteQueuedMail`). Requires a key. */
  mail?: Omit<NewMail, "jobId">;
}

/**
 * Like `enqueue`, in the statement that ends the transaction of `ctx.tx` (`record`), for jobs whose id is not needed.
 */
export async function queue<Kind extends OutboxKind>(
  ctx: Ctx,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  options: QueueOptions = {},
): Promise<void> {
  await record(ctx, { jobs: [jobRow(ctx, kind, payload, options)] });
}

function jobRow(
  ctx: Ctx,
  kind: OutboxKind,
  payload: OutboxPayloads[OutboxKind],
  { dedupeKey, runAt, secret, mail }: QueueOptions,
): JobRow {
  return {
    kind,
    payload: { ...payload },
    sealed: secret === undefined ? null : ctx.secrets.seal("outbox", secret).toString("hex"),
    dedupeKey: dedupeKey ?? null,
    runAt: runAt?.toISOString() ?? null,
    takesTurns: kindFacts[kind].takesTurns === true,
    fileId: "fileId" in payload ? payload.fileId : null,
    bulkSendId: "bulkSendId" in payload ? payload.bulkSendId : null,
    mail: mail ? { ...mail, reference: newReference() } : null,
  };
}

/**
 * Marks a job as done if the current transaction has done its work. A job that a worker has already started is left to
 * that worker.
 */
export async function markJobDone(ctx: Ctx, dedupeKey: string): Promise<void> {
  await record(ctx, { done: [dedupeKey] });
}

const retentionDays = 30;
const rowsAtOnce = 5000;

/**
 * Deletes jobs 30 days after completion, as long as deliveries are retained (docs/spec/limits.md). Pending and failed
 * jobs stay, and so does a completed job with a key while its document is open, because the key prevents a duplicate
 * e-mail.
 */
export async function sweepDoneJobs(ctx: Ctx): Promise<void> {
  for (let gone = rowsAtOnce; gone === rowsAtOnce;) {
    const { rowCount } = await ctx.db.execute(sql`delete from outbox_jobs where id in (
      select job.id from outbox_jobs job where job.done_at < now() - make_interval(days => ${retentionDays}::int)
        and (job.dedupe_key is null or not exists (
          select from files f where f.id = (job.payload->>'fileId')::int and f.status not in ${sql.raw(statusesSql(finalStatuses))}))
      order by job.id limit ${rowsAtOnce}::int)`);
    gone = rowCount ?? 0;
  }
}
