import { sql } from "drizzle-orm";
import type { BulkSend } from "@/db/schema/bulk";
import type { Ctx } from "@/lib/platform/context";
import { enqueue } from "@/lib/records/outbox/enqueue";

/** Queues the job that goes on with a batch, in the caller's transaction. One job for each turn of a batch. */
export async function enqueueBatch(tx: Ctx, { id, turn }: Pick<BulkSend, "id" | "turn">, runAt?: Date): Promise<void> {
  await enqueue(
    tx,
    "bulkSend",
    { bulkSendId: id, turn },
    { dedupeKey: `bulk:${id}:${turn}`, ...(runAt ? { runAt } : {}) },
  );
}

/**
 * Every hour: gives running batches without a pending job a new one. A job is lost when a process of an older version, which does not know
 * its kind, takes it during an update.
 */
export async function reviveBulkSends(ctx: Ctx): Promise<number> {
  const revived = await ctx.tx(async (tx) => {
    const { rows } = await tx.db.execute<{ id: number; turn: number }>(sql`
      update bulk_sends batch set turn = turn + 1 where state = 'running' and not exists (
        select from outbox_jobs job where job.dedupe_key = 'bulk:' || batch.id || ':' || batch.turn and job.done_at is null and job.dead_at is null)
      returning id, turn`);
    for (const row of rows) await enqueueBatch(tx, row);
    return rows.length;
  });
  if (revived > 0) ctx.wakeOutbox();
  return revived;
}

/**
 * Deletes the addresses and values of rows some time after their batch has ended (docs/spec/limits.md), and cancels batches that were paused
 * that long ago. States, documents and problems stay.
 */
export async function sweepBulkRows(ctx: Ctx): Promise<void> {
  const before = sql`now() - make_interval(days => ${ctx.limits.bulkRowDays}::int)`;
  await ctx.tx(async (tx) => {
    const abandoned = await tx.db.execute<{ id: number }>(sql`
      update bulk_sends batch set state = 'cancelled', paused_reason = null, ended_at = now()
      where state = 'paused' and created_at < ${before}
        and not exists (select from bulk_rows r where r.bulk_send_id = batch.id and r.changed_at >= ${before}) returning id`);
    const ended = await tx.db.execute<{ id: number }>(sql`
      update bulk_sends set content_deleted_at = now() where ended_at < ${before} and content_deleted_at is null returning id`);
    const idsOf = ({ rows }: { rows: { id: number }[] }) => `{${rows.map(({ id }) => id).join(",")}}`;
    await tx.db.execute(sql`
      update bulk_rows set state = 'cancelled', changed_at = now() where bulk_send_id = any(${idsOf(abandoned)}::int[]) and state = 'queued'`);
    await tx.db.execute(sql`
      update bulk_rows set people = '[]', "values" = '{}', title = null where bulk_send_id = any(${idsOf(ended)}::int[])`);
  });
}
