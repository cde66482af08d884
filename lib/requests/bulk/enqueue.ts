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
