import { and, eq, inArray, sql } from "drizzle-orm";
import { elements, files, fileSegments, signRequests } from "@/db/schema/files";
import { blobKey } from "@/lib/blobs/blob-key";
import type { Ctx } from "@/lib/context";

/** The bytes of a draft that went with its requester. */
export interface ErasedDraft {
  uuid: string;
  sha256s: string[];
}

/** What the person prepared and never sent goes with them: nobody else has seen it. The trail with its hashes stays. */
export async function eraseDrafts(tx: Ctx, accountId: number): Promise<ErasedDraft[]> {
  const drafts = await tx.db
    .update(files)
    .set({ status: "deleted", deletedAt: sql`now()`, name: "Erased draft" })
    .where(and(eq(files.requesterId, accountId), eq(files.status, "draft")))
    .returning({ id: files.id, uuid: files.uuid });
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ id }) => id);
  await tx.db.delete(elements).where(inArray(elements.fileId, ids));
  await tx.db
    .update(signRequests)
    .set({ removedAt: sql`now()` })
    .where(inArray(signRequests.fileId, ids));
  const segments = await tx.db
    .delete(fileSegments)
    .where(inArray(fileSegments.fileId, ids))
    .returning({ fileId: fileSegments.fileId, sha256: fileSegments.sha256 });
  return drafts.map(({ id, uuid }) => ({
    uuid,
    sha256s: segments.filter(({ fileId }) => fileId === id).map(({ sha256 }) => sha256),
  }));
}

/** After the commit: what a crash leaves here is an orphan, and swept. */
export async function removeDraftBytes(ctx: Ctx, drafts: readonly ErasedDraft[]): Promise<void> {
  for (const { uuid, sha256s } of drafts) {
    for (const sha256 of sha256s) {
      await ctx.blobs
        .remove(blobKey(uuid, sha256))
        .catch((error: unknown) => ctx.log.warn({ err: error }, "an erased draft's bytes are left to the sweep"));
    }
  }
}
