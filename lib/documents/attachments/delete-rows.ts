import type { SQL } from "drizzle-orm";
import { attachments } from "@/db/schema/files";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-key";
import type { Ctx } from "@/lib/platform/context";

/** Deletes attachments in the caller's transaction. Returns their blobs, for `removeBlobs` after the commit. */
export async function deleteAttachments(tx: Pick<Ctx, "db">, which: SQL): Promise<BlobKey[]> {
  const gone = await tx.db.delete(attachments).where(which).returning({
    uuid: attachments.uuid,
    sha256: attachments.sha256,
  });
  return gone.map(({ uuid, sha256 }) => blobKey(uuid, sha256));
}
