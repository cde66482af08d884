import { mkdir, rename, utimes } from "node:fs/promises";
import path from "node:path";
import { isNotFound } from "./blob-errors";
import type { BlobKey } from "./blob-key";
import { listBlobs, removeEmptyFolders, sweepFolder } from "./list-blobs";

/** `stopped`: so many blobs look like orphans that something else is wrong; nothing was moved. */
export type SweepOutcome =
  { kind: "swept"; trashed: number; removed: number } | { kind: "stopped"; orphans: number; total: number };

export interface SweepRequest {
  /** Those of the keys that the database names. Asked for a thousand at a time: all keys of a large instance do not fit into memory. */
  known: (keys: readonly BlobKey[]) => Promise<ReadonlySet<BlobKey>>;
  /** Younger blobs stay: their rows may not be committed yet. */
  olderThan: Date;
  now: Date;
}

const trash = ".trash";
const trashMilliseconds = 7 * 24 * 3_600_000;
/** Crashes and lost races leave a few orphans; a wrong or restored database makes most documents look like one. */
const largestShare = 0.05;
const alwaysPlausible = 10;
const batchLength = 1000;

/** Moves blobs that the database does not name to `.trash`, where they stay for 7 days, and removes staged leftovers and what was in the trash for longer. */
export async function sweepOrphans(root: string, { known, olderThan, now }: SweepRequest): Promise<SweepOutcome> {
  const orphans: BlobKey[] = [];
  let total = 0;
  for await (const keys of inBatches(listBlobs(root, olderThan))) {
    total += keys.length;
    const named = await known(keys);
    orphans.push(...keys.filter((key) => !named.has(key)));
  }
  if (orphans.length > Math.max(alwaysPlausible, largestShare * total))
    return { kind: "stopped", orphans: orphans.length, total };
  for (const key of orphans) await moveToTrash(root, key, now);
  const leftovers = await sweepFolder(path.join(root, ".staging"), olderThan);
  const expired = await sweepFolder(path.join(root, trash), new Date(now.getTime() - trashMilliseconds));
  await removeEmptyFolders(root, olderThan);
  return { kind: "swept", trashed: orphans.length, removed: leftovers + expired };
}

async function* inBatches(keys: AsyncIterable<BlobKey>): AsyncGenerator<BlobKey[]> {
  let batch: BlobKey[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The name has both parts of the key, so that an operator can move the file back. Its time of change is when it was moved. */
async function moveToTrash(root: string, key: BlobKey, now: Date): Promise<void> {
  const target = path.join(root, trash, key.replace("/", "."));
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    await rename(path.join(root, key), target);
    await utimes(target, now, now);
  } catch (error) {
    // Another process swept at the same time.
    if (!isNotFound(error)) throw error;
  }
}
