import { sql, type SQL } from "drizzle-orm";
import { outboxJobs } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import { newReference, type NewMail } from "@/lib/records/mails/note-mail";
import { record, turnSeconds, type JobRow } from "@/lib/records/write-at-end";
import { kindFacts, type OutboxKind, type OutboxPayloads } from "./kinds";

interface EnqueueOptions {
  /** A key is enqueued only once, ever. */
  dedupeKey?: string;
  runAt?: Date;
  /** Sealed under the purpose "outbox"; wiped when the job is done or dead. */
  secret?: string;
}

/**
 * Adds a job in the caller's transaction. A job about a document is scheduled after the pending jobs of the document's account, so that a
 * thousand invitations of one account do not delay another's; with free capacity it runs at once. Call `ctx.wakeOutbox()` after the commit
 * to run it immediately. Returns the job's id; null when its key was enqueued before.
 */
export async function enqueue<Kind extends OutboxKind>(
  ctx: Ctx,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  options: EnqueueOptions = {},
): Promise<number | null> {
  const [job] = await ctx.db
    .insert(outboxJobs)
    .values({
      kind,
      payload: { ...payload },
      sealed: options.secret === undefined ? null : ctx.secrets.seal("outbox", options.secret),
      dedupeKey: options.dedupeKey ?? null,
      ...(options.runAt ? { runAt: options.runAt, turn: options.runAt } : {}),
      ...(kindFacts[kind].takesTurns ? inTurn(kind, payload, options.runAt) : {}),
    })
    .onConflictDoNothing({ target: outboxJobs.dedupeKey })
    .returning({ id: outboxJobs.id });
  return job?.id ?? null;
}

interface QueueOptions extends EnqueueOptions {
  /** Records the e-mail that the job sends (`noteQueuedMail`). The job has a key then. */
  mail?: Omit<NewMail, "jobId">;
}

/**
 * As `enqueue`, in the statement that ends the transaction of `ctx.tx` (`record`): for jobs whose id nobody needs. Jobs about documents only, which the
 * payload names if they take turns.
 */
export async function queue<Kind extends Exclude<OutboxKind, "bulkSend">>(
  ctx: Ctx,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  { dedupeKey, runAt, secret, mail }: QueueOptions = {},
): Promise<void> {
  const job: JobRow = {
    kind,
    payload: { ...payload },
    sealed: secret === undefined ? null : ctx.secrets.seal("outbox", secret).toString("hex"),
    dedupeKey: dedupeKey ?? null,
    runAt: runAt?.toISOString() ?? null,
    takesTurns: kindFacts[kind].takesTurns === true,
    fileId: "fileId" in payload ? payload.fileId : null,
    mail: mail ? { ...mail, reference: newReference() } : null,
  };
  await record(ctx, { jobs: [job] });
}

function inTurn(
  kind: OutboxKind,
  payload: OutboxPayloads[OutboxKind],
  runAt: Date | undefined,
): Partial<{ owner: SQL; turn: SQL }> {
  const owner = ownerOf(payload);
  if (!owner) return {};
  const afterTheirs = sql`(select max(theirs.turn) + make_interval(secs => ${turnSeconds}) from outbox_jobs theirs
    where theirs.owner = ${owner} and theirs.kind = ${kind} and theirs.run_at <= now() and theirs.done_at is null and theirs.dead_at is null)`;
  const soonest = runAt ? sql`${runAt}::timestamptz` : sql`date_trunc('milliseconds', now())`;
  return { owner, turn: sql`greatest(${soonest}, ${afterTheirs})` };
}

function ownerOf(payload: OutboxPayloads[OutboxKind]): SQL | null {
  if ("fileId" in payload) return sql`(select requester_id from files where id = ${payload.fileId}::int)`;
  if ("bulkSendId" in payload) return sql`(select owner_id from bulk_sends where id = ${payload.bulkSendId}::int)`;
  return null;
}

/** Marks a job as done whose work the transaction under way has done itself; one that a worker has taken up is left to that worker. */
export async function markJobDone(ctx: Ctx, dedupeKey: string): Promise<void> {
  await record(ctx, { done: [dedupeKey] });
}

const retentionDays = 30;
const rowsAtOnce = 5000;

/**
 * Deletes jobs 30 days after completion, as long as deliveries are retained (docs/spec/limits.md). Pending and failed jobs stay, and so
 * does a done job with a key while its document is open, because the key prevents a duplicate mail.
 */
export async function sweepDoneJobs(ctx: Ctx): Promise<void> {
  for (let gone = rowsAtOnce; gone === rowsAtOnce;) {
    const { rowCount } = await ctx.db.execute(sql`delete from outbox_jobs where id in (
      select job.id from outbox_jobs job where job.done_at < now() - make_interval(days => ${retentionDays}::int)
        and (job.dedupe_key is null or not exists (
          select from files f where f.id = (job.payload->>'fileId')::int and f.status not in ('signed', 'declined', 'cancelled', 'deleted')))
      order by job.id limit ${rowsAtOnce}::int)`);
    gone = rowCount ?? 0;
  }
}
