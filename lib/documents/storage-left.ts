import { readStoredBytes, type StoredBytes } from "@/lib/accounts/stored-bytes";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/**
 * Refuses an upload that would exceed the storage limit of the account, or of all accounts together. Bytes added by signing are never refused.
 * Throws `quota_exceeded` for the account, `storage_full` for all.
 */
export async function assertStorageLeft(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  assertRoomFor(ctx, await readStoredBytes(ctx, accountId), moreBytes);
}

/** The same with sums that were read before. */
export function assertRoomFor({ limits }: Pick<Ctx, "limits">, stored: StoredBytes, moreBytes: number): void {
  const { storageBytesPerAccount, storageBytesPerInstance } = limits;
  if (stored.account + moreBytes > storageBytesPerAccount) {
    throw new DomainError("quota_exceeded", {
      detail: `An account may store ${storageBytesPerAccount} bytes. Delete documents that you no longer need.`,
    });
  }
  if (stored.instance !== null && stored.instance + moreBytes > storageBytesPerInstance) {
    throw new DomainError("storage_full", {
      detail: `This service may store ${storageBytesPerInstance} bytes for all accounts together.`,
    });
  }
}

/**
 * Refuses what the caller's transaction has just written if it exceeds the limit, because concurrent uploads, or several for one request,
 * may each have fitted alone. Throws what `assertStorageLeft` throws.
 */
export async function assertStoredFits(ctx: Ctx, accountId: number): Promise<void> {
  await assertStorageLeft(ctx, accountId, 0);
}

/** For rows written by a requester's call. Does nothing for a call that stores less than before. */
export async function takeStorage(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  if (moreBytes > 0) await assertStorageLeft(ctx, accountId, moreBytes);
}
