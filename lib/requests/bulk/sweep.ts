import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/platform/context";

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
