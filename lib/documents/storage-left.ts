import { knownBytes, noteStored, readStoredBytes, wholeInstance } from "@/lib/accounts/stored-bytes";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/**
 * Refuses an upload that would exceed what the account, or all accounts together, may store. Bytes added by signing are never refused. Throws
 * `quota_exceeded` for the account, `storage_full` for all.
 */
export async function assertStorageLeft(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  const { storageBytesPerAccount, storageBytesPerInstance } = ctx.limits;
  if (await isOver(ctx, accountId, moreBytes, storageBytesPerAccount)) {
    throw new DomainError("quota_exceeded", {
      detail: `An account may store ${storageBytesPerAccount} bytes. Delete documents that you no longer need.`,
    });
  }
  if (storageBytesPerInstance === 0) return;
  if (await isOver(ctx, wholeInstance, moreBytes, storageBytesPerInstance)) {
    throw new DomainError("storage_full", {
      detail: `This service may store ${storageBytesPerInstance} bytes for all accounts together.`,
    });
  }
}

/** Looks again before it says yes: documents may have been deleted since. */
async function isOver(ctx: Ctx, id: number, moreBytes: number, most: number): Promise<boolean> {
  const known = knownBytes(ctx, id);
  if (known !== null && known + moreBytes <= most) return false;
  return (await readStoredBytes(ctx, id)) + moreBytes > most;
}

/** The same for rows that a requester's call writes, which count from now on; nothing for a call that stores less than before. */
export async function takeStorage(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  if (moreBytes <= 0) return;
  await assertStorageLeft(ctx, accountId, moreBytes);
  noteStored(ctx, accountId, moreBytes);
}
