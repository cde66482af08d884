import { and, count, eq, sql } from "drizzle-orm";
import { bulkRows, bulkSends, type BulkSend } from "@/db/schema/bulk";
import type { Ctx } from "@/lib/platform/context";
import { recordBulkEvent } from "@/lib/records/events/record-events";

/** Ends a batch whose last row is sent or failed, and tells the owner's webhooks. Does nothing while rows are queued. */
export async function completeBatch(ctx: Ctx, { id }: Pick<BulkSend, "id">): Promise<void> {
  await ctx.tx(async (tx) => {
    const [batch] = await tx.db.select().from(bulkSends).where(eq(bulkSends.id, id)).for("update");
    if (batch?.state !== "running") return;
    const counted = await tx.db
      .select({ state: bulkRows.state, count: count() })
      .from(bulkRows)
      .where(eq(bulkRows.bulkSendId, id))
      .groupBy(bulkRows.state);
    const countOf = (state: string): number => counted.find((row) => row.state === state)?.count ?? 0;
    if (countOf("queued") > 0) return;
    await tx.db
      .update(bulkSends)
      .set({ state: "completed", waitsUntil: null, endedAt: sql`now()` })
      .where(and(eq(bulkSends.id, id), eq(bulkSends.state, "running")));
    await recordBulkEvent(tx, batch.ownerId, {
      bulkSendId: id,
      templateId: batch.templateId,
      name: batch.name,
      total: batch.total,
      sent: countOf("sent"),
      failed: countOf("failed"),
      url: `${tx.publicUrl}/bulk-sends/${id}`,
    });
  });
  ctx.wakeOutbox();
}
