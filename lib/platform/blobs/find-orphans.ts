import type { BlobKey } from "./blob-store";

/** `stopped`: an implausible number of blobs look like orphans, so something else must be wrong; nothing was moved. */
export type SweepOutcome =
  { kind: "swept"; trashed: number; removed: number } | { kind: "stopped"; orphans: number; total: number };

export interface SweepRequest {
  /** The keys in the database. Queried a thousand at a time, because all keys of a large instance do not fit into memory. */
  known: (keys: readonly BlobKey[]) => Promise<ReadonlySet<BlobKey>>;
  /** Younger blobs stay: their rows may not be committed yet. */
  olderThan: Date;
  now: Date;
}

export const trashMilliseconds = 7 * 24 * 3_600_000;
/** Crashes and lost races leave a few orphans; a wrong or restored database makes most documents look like orphans. */
const largestShare = 0.05;
const alwaysPlausible = 10;
const batchLength = 1000;

type Orphans = { kind: "found"; keys: BlobKey[] } | Extract<SweepOutcome, { kind: "stopped" }>;

/** The listed blobs that the database does not name, or `stopped` when there are implausibly many. */
export async function findOrphans(listed: AsyncIterable<BlobKey>, known: SweepRequest["known"]): Promise<Orphans> {
  const orphans: BlobKey[] = [];
  let total = 0;
  for await (const keys of inBatches(listed)) {
    total += keys.length;
    const named = await known(keys);
    orphans.push(...keys.filter((key) => !named.has(key)));
  }
  if (orphans.length > Math.max(alwaysPlausible, largestShare * total))
    return { kind: "stopped", orphans: orphans.length, total };
  return { kind: "found", keys: orphans };
}

/** A thousand at a time. */
export async function* inBatches(keys: AsyncIterable<BlobKey>): AsyncGenerator<BlobKey[]> {
  let batch: BlobKey[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
