import { sql, type SQL } from "drizzle-orm";
import { outboxJobs } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import { kindFacts, type OutboxKind, type OutboxPayloads } from "./kinds";

interface EnqueueOptions {
  /** A second job with this key is not enqueued, ever. */
  dedupeKey?: string;
  runAt?: Date;
  /** Sealed under the purpose "outbox"; wiped when the job is done or dead. */
  secret?: string;
}

/** How much later the next job of one account has its turn, as long as the one before is not done. */
const turnSeconds = 10;

/**
 * Adds a job in the caller's transaction. A job about a document has its turn after those that the document's account has waiting already, so that
 * a thousand invitations of one account do not hold up one of another; nobody waits while there is a place. Call `ctx.wakeOutbox()` after the commit to have it done at once. */
export async function enqueue<Kind extends OutboxKind>(
  ctx: Ctx,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  options: EnqueueOptions = {},
): Promise<void> {
  await ctx.db
    .insert(outboxJobs)
    .values({
      kind,
      payload: { ...payload },
      sealed: options.secret === undefined ? null : ctx.secrets.seal("outbox", options.secret),
      dedupeKey: options.dedupeKey ?? null,
      ...(options.runAt ? { runAt: options.runAt, turn: options.runAt } : {}),
      ...(kindFacts[kind].takesTurns && "fileId" in payload ? inTurn(kind, payload.fileId, options.runAt) : {}),
    })
    .onConflictDoNothing({ target: outboxJobs.dedupeKey });
}

function inTurn(kind: OutboxKind, fileId: number, runAt: Date | undefined): { owner: SQL; turn: SQL } {
  const owner = sql`(select requester_id from files where id = ${fileId}::int)`;
  const afterTheirs = sql`(select max(theirs.turn) + make_interval(secs => ${turnSeconds}) from outbox_jobs theirs
    where theirs.owner = ${owner} and theirs.kind = ${kind} and theirs.run_at <= now() and theirs.done_at is null and theirs.dead_at is null)`;
  const soonest = runAt ? sql`${runAt}::timestamptz` : sql`date_trunc('milliseconds', now())`;
  return { owner, turn: sql`greatest(${soonest}, ${afterTheirs})` };
}

const retentionDays = 30;
const rowsAtOnce = 5000;

/**
 * Deletes jobs 30 days after they were done, as long as deliveries are retained (docs/spec/limits.md). Waiting and failed jobs stay,
 * and so does a done job with a key while its document is open: the key is what keeps the same mail from being queued twice.
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
