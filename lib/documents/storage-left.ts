import { readStoredBytes, type StoredBytes } from "@/lib/accounts/stored-bytes";
import { atEnd, type Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { lockEventCounter } from "@/lib/records/audit/record-events";

/**
 * Refuses an upload that would exceed the storage limit of the account, or of all accounts together. Bytes added by
 * signing are never refused. Throws `quota_exceeded` for the account, `storage_full` for all.
 */
export async function assertStorageLeft(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  assertRoomFor(ctx, await readStoredBytes(ctx, accountId), moreBytes);
}

/** Like `assertStorageLeft`, with sums that were read before. */
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
 * Refuses what the caller's transaction has just written if it exceeds the limit, because concurrent uploads, or
 * several for one request, may each have fitted alone. Call it after the event of the new object: its counter is locked
 * until the commit, so of the account's concurrent calls each sees what those before it stored. Throws what
 * `assertStorageLeft` throws.
 */
export async function assertStoredFits(ctx: Ctx, accountId: number): Promise<void> {
  await assertStorageLeft(ctx, accountId, 0);
}

/**
 * For rows written by a requester's call: refuses them now, and at the end of the transaction if the account's
 * concurrent calls left no room for them. Does nothing for a call that stores less than before. Throws what
 * `assertStorageLeft` throws.
 */
export async function takeStorage(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  if (moreBytes <= 0) return;
  await assertStorageLeft(ctx, accountId, moreBytes);
  if (ctx.last) await takeTurn(ctx, accountId, () => assertStoredFits(ctx, accountId));
}

/**
 * Runs `check` last in the current transaction, once, under the account's counter of events. So it sees what the
 * account's earlier calls stored, like a call with an event of its own.
 */
export async function takeTurn(ctx: Ctx, accountId: number, check: () => Promise<void>): Promise<void> {
  const turn = `storage of ${accountId}`;
  if (ctx.held?.has(turn)) return;
  ctx.held?.set(turn, true);
  // Behind everything else at the end, because no lock may be taken after that of the counter.
  await atEnd(ctx, () =>
    atEnd(ctx, async () => {
      await lockEventCounter(ctx, accountId);
      await check();
    }),
  );
}
