import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { BlobKey } from "@/lib/platform/blobs/blob-store";
import type { Ctx } from "@/lib/platform/context";

/** Held by a backup while it copies the bytes that its snapshot names. */
export const backupLock = 7_302_034;

/**
 * Whether a backup copies bytes at present. Ask after the rows that named the bytes were deleted and committed: a backup takes the lock before its
 * snapshot, so a caller that gets `false` deletes nothing that the snapshot names.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}::bigint) as free`,
  );
  return rows[0]?.free !== true;
}

/** Removes bytes that no row names any more, after the commit. Blobs left over by a crash, an error or a backup are orphans and swept later. */
export async function removeBlobs(ctx: Ctx, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    if (await isBackupRunning(ctx.db)) return;
    for (const key of keys) await ctx.blobs.remove(key);
  } catch (error) {
    ctx.log.warn({ err: error }, "the bytes of a deleted document are left to the sweep");
  }
}
