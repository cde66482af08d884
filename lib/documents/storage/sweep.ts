import { and, eq, isNull, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { BlobKey, SweepOutcome } from "@/lib/platform/blobs/blob-store";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { deleteBytes, isBackupRunning, removeBlobs } from "../delete";
import { findNamed, isPaired } from "./pair-storage";

export const retentionDays = 90;
const atOnce = 100;

/** Deletes drafts without any activity for 90 days (docs/spec/limits.md), as their owner could. Returns the number. */
export async function sweepDrafts(ctx: Ctx): Promise<number> {
  const since = sql`now() - make_interval(days => ${retentionDays}::int)`;
  const isOld = sql`${files.createdAt} < ${since}
    and not exists (select from audit_events e where e.file_id = ${files.id} and e.at >= ${since})
    and not exists (select from files part join audit_events e on e.file_id = part.id where part.envelope_id = ${files.id} and e.at >= ${since})`;
  const old = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(sql`${files.status} = 'draft'`, isNull(files.heldAt), isNull(files.envelopeId), isOld))
    .orderBy(files.createdAt)
    .limit(atOnce);
  for (const { id } of old) await deleteDraft(ctx, id);
  return old.length;
}

/** The draft may have been released in the meantime, so the row decides. */
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
    return deleteBytes(tx, file);
  });
  await removeBlobs(ctx, gone);
}

const graceMilliseconds = 24 * 3600 * 1000;

/** `foreign`: database and storage belong to different instances, so no blob can be proved to be an orphan. */
type BlobSweep = SweepOutcome | { kind: "foreign" };

/**
 * Moves bytes that are not referenced by a row and are older than a day to the trash: leftovers of lost races, refused releases and crashes.
 * Safe while documents are being stored, because storing a blob again makes it new. Logs an error and moves nothing if database and storage
 * are not a pair, or if implausibly many blobs look like orphans.
 */
export async function sweepBlobs(ctx: Ctx): Promise<BlobSweep> {
  const outcome = await sweep(ctx);
  if (outcome.kind === "foreign")
    ctx.log.error("sweep: the storage belongs to another instance than the database; nothing was moved");
  if (outcome.kind === "stopped")
    ctx.log.error(outcome, "sweep: too many documents are unknown to the database; nothing was moved");
  return outcome;
}

async function sweep(ctx: Ctx): Promise<BlobSweep> {
  if (!(await isPaired(ctx.db, ctx.blobs))) return { kind: "foreign" };
  const now = await ctx.now();
  return ctx.blobs.sweepOrphans({
    known: (keys) => keptKeys(ctx, keys),
    olderThan: new Date(now.getTime() - graceMilliseconds),
    now,
  });
}

/** While a backup runs, bytes without rows may still belong to its snapshot. The lock is checked after the rows were read. */
async function keptKeys(ctx: Ctx, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const named = await findNamed(ctx.db, keys);
  return (await isBackupRunning(ctx.db)) ? new Set(keys) : named;
}
