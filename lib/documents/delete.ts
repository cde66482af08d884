import { eq, sql } from "drizzle-orm";
import { files, fileSegments, type FileSegment } from "@/db/schema/files";
import { blobKey } from "@/lib/platform/blobs/blob-key";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { lockOwnFile } from "./access";
import { assertActionAllowed } from "./status";

/**
 * The requester deletes a file. A completed one is hidden from the requester; bytes and evidence stay and signers keep their
 * downloads. Of any other the bytes go, and the trail with its hashes stays. Throws `not_found`, `409` while it is open to signers.
 */
export async function deleteFile(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ message: string }> {
  const uuid = toUuid(input.uuid);
  const gone = await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    assertActionAllowed("delete", file.status);
    await tx.db
      .update(files)
      .set({ status: "deleted", deletedAt: sql`now()` })
      .where(eq(files.id, file.id));
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.deleted",
      doc: { sha256: file.sha256 },
      data: { from: file.status },
    });
    const segments =
      file.completedAt === null
        ? await tx.db.delete(fileSegments).where(eq(fileSegments.fileId, file.id)).returning()
        : [];
    await markDone(tx, {});
    return segments;
  });
  await removeBlobs(ctx, uuid, gone);
  return fileDeleted;
}

export const fileDeleted = { message: "The document is deleted." };

/** After the commit: what a crash leaves here is an orphan, and swept. */
async function removeBlobs(ctx: Ctx, uuid: string, segments: readonly FileSegment[]): Promise<void> {
  for (const segment of segments) {
    await ctx.blobs
      .remove(blobKey(uuid, segment.sha256))
      .catch((error: unknown) => ctx.log.warn({ err: error }, "a deleted document's bytes are left to the sweep"));
  }
}
