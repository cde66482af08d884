import { eq } from "drizzle-orm";
import { evidenceDocuments } from "@/db/schema/evidence";
import { files, fileSegments } from "@/db/schema/files";
import { blobKey } from "@/lib/blobs/blob-key";
import type { Ctx } from "@/lib/context";

const graceMilliseconds = 24 * 3600 * 1000;

/**
 * Removes bytes that no row names and that are older than a day: what lost races, refused releases and crashes left behind.
 * Safe beside running acts, because storing a blob again makes it new. Answers how many went.
 */
export async function sweepBlobs(ctx: Ctx): Promise<number> {
  const olderThan = new Date((await ctx.now()).getTime() - graceMilliseconds);
  const segments = await ctx.db.select({ uuid: files.uuid, sha256: fileSegments.sha256 }).from(fileSegments).innerJoin(files, eq(fileSegments.fileId, files.id));
  const evidence = await ctx.db.select({ uuid: files.uuid, sha256: evidenceDocuments.sha256 }).from(evidenceDocuments).innerJoin(files, eq(evidenceDocuments.fileId, files.id));
  return ctx.blobs.sweepOrphans(new Set([...segments, ...evidence].map(({ uuid, sha256 }) => blobKey(uuid, sha256))), olderThan);
}
