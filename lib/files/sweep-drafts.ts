import { and, eq, sql } from "drizzle-orm";
import { files, fileSegments } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { blobKey } from "@/lib/blobs/blob-key";
import { systemActor, type Ctx } from "@/lib/context";

export const keptDays = 90;
const atOnce = 100;

/** Deletes drafts in which nothing has happened for 90 days (docs/spec/limits.md), as their owner could. Answers how many. */
export async function sweepDrafts(ctx: Ctx): Promise<number> {
  const isOld = sql`${files.createdAt} < now() - make_interval(days => ${keptDays}::int)
    and not exists (select from audit_events e where e.file_id = ${files.id} and e.at >= now() - make_interval(days => ${keptDays}::int))`;
  const old = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.status, "draft"), isOld))
    .orderBy(files.id)
    .limit(atOnce);
  for (const { id } of old) await deleteDraft(ctx, id);
  return old.length;
}

/** It may have been released meanwhile: the row decides. */
async function deleteDraft(ctx: Ctx, id: number): Promise<void> {
  const gone = await ctx.tx(async (tx) => {
    const [file] = await tx.db
      .update(files)
      .set({ status: "deleted", deletedAt: sql`now()` })
      .where(and(eq(files.id, id), eq(files.status, "draft")))
      .returning();
    if (!file) return [];
    await appendAuditEvent(tx, systemActor, id, {
      type: "file.deleted",
      doc: { sha256: file.sha256 },
      data: { from: "draft" },
    });
    const segments = await tx.db
      .delete(fileSegments)
      .where(eq(fileSegments.fileId, id))
      .returning({ sha256: fileSegments.sha256 });
    return segments.map(({ sha256 }) => blobKey(file.uuid, sha256));
  });
  for (const key of gone)
    await ctx.blobs
      .remove(key)
      .catch((error: unknown) => ctx.log.warn({ err: error }, "an old draft's bytes are left to the sweep"));
}
