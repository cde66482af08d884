import { eq, inArray } from "drizzle-orm";
import { evidenceDocuments } from "@/db/schema/evidence";
import { files, fileSegments } from "@/db/schema/files";
import { blobKey, fileOfKey, type BlobKey } from "@/lib/blobs/blob-key";
import type { SweepOutcome } from "@/lib/blobs/sweep-orphans";
import type { Ctx } from "@/lib/context";
import { isPaired } from "./pair-storage";

const graceMilliseconds = 24 * 3600 * 1000;

/** `foreign`: database and storage belong to different instances, so nothing can be proved an orphan. */
export type BlobSweep = SweepOutcome | { kind: "foreign" };

/**
 * Moves bytes that no row names and that are older than a day to the trash: left behind by lost races, refused releases and crashes.
 * Safe while documents are being stored, because storing a blob again makes it new. Logs an error and moves nothing when database and
 * storage are not a pair, or when implausibly many blobs look like orphans.
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
    known: (keys) => namedByRows(ctx, keys),
    olderThan: new Date(now.getTime() - graceMilliseconds),
    now,
  });
}

async function namedByRows(ctx: Ctx, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const uuids = [...new Set(keys.map(fileOfKey))];
  const [segments, evidence] = await Promise.all([
    ctx.db
      .select({ uuid: files.uuid, sha256: fileSegments.sha256 })
      .from(fileSegments)
      .innerJoin(files, eq(fileSegments.fileId, files.id))
      .where(inArray(files.uuid, uuids)),
    ctx.db
      .select({ uuid: files.uuid, sha256: evidenceDocuments.sha256 })
      .from(evidenceDocuments)
      .innerJoin(files, eq(evidenceDocuments.fileId, files.id))
      .where(inArray(files.uuid, uuids)),
  ]);
  return new Set([...segments, ...evidence].map(({ uuid, sha256 }) => blobKey(uuid, sha256)));
}
