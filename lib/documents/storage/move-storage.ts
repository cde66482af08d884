import { randomUUID } from "node:crypto";
import { BlobError, inBatches, type BlobKey, type BlobStore } from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import { formatOwner, holdsBlobs, parseOwner, type StorageOwner } from "./pair-storage";

const copiesAtOnce = 4;

/**
 * `unclaimed`: no server has ever used the source. `foreign`: the target contains documents of another instance, or of
 * an unknown owner. `unfinished`: the source is itself the target of an unfinished move or restore.
 */
export type MoveProblem = "unclaimed" | "foreign" | "unfinished";

export class MoveError extends Error {
  constructor(readonly problem: MoveProblem) {
    super(problem);
    this.name = "MoveError";
  }
}

export interface MoveProgress {
  copied: number;
  copiedBytes: number;
  /** Already present from an earlier run. */
  present: number;
  /** Not copied, because their bytes in the source do not match their hash or cannot be read. */
  damaged: readonly BlobKey[];
}

/**
 * Copies every blob of one store to another while servers use the first. Each one is hashed on the way, so that damage
 * is not copied: damaged blobs are left out and reported. Blobs already present are skipped, so the same call continues
 * after an interruption, and it may be repeated until little is new. The target stays closed until the first start on
 * it, which checks that nothing is missing (`pairStorage`). Throws MoveError before anything is copied.
 */
export async function* moveStorage(from: BlobStore, to: BlobStore): AsyncGenerator<MoveProgress> {
  await claimTarget(from, to);
  const damaged: BlobKey[] = [];
  const progress: MoveProgress = { copied: 0, copiedBytes: 0, present: 0, damaged };
  for await (const keys of inBatches(from.list(new Date(Date.now() + 3_600_000)))) {
    await inTurns(keys, copiesAtOnce, async (key) => {
      const bytes = await copy(from, to, key);
      if (bytes === "deleted") return;
      if (bytes === "damaged") damaged.push(key);
      else if (bytes === "present") progress.present += 1;
      else [progress.copied, progress.copiedBytes] = [progress.copied + 1, progress.copiedBytes + bytes];
    });
    yield { ...progress, damaged: [...damaged] };
  }
}

/** The number of bytes copied. `deleted`: the blob was deleted after it was listed. */
async function copy(from: BlobStore, to: BlobStore, key: BlobKey): Promise<number | "present" | "deleted" | "damaged"> {
  try {
    const [size, there] = await Promise.all([from.size(key), sizeOrNull(to, key)]);
    if (size === there) return "present";
    return (await to.put(key, await from.open(key))).size;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (await from.has(key)) ? "damaged" : "deleted";
  }
}

async function sizeOrNull(blobs: BlobStore, key: BlobKey): Promise<number | null> {
  return blobs.size(key).catch((error: unknown) => {
    if (isDamage(error)) return null;
    throw error;
  });
}

/** Includes a missing blob. */
function isDamage(error: unknown): boolean {
  return error instanceof BlobError && error.code === "integrity";
}

/** Marks the target as incomplete, so that a partial copy is not mistaken for a complete one. */
async function claimTarget(from: BlobStore, to: BlobStore): Promise<void> {
  const [source, target] = [parseOwner(await from.readOwner()), parseOwner(await to.readOwner())];
  if (source === null) throw new MoveError("unclaimed");
  if (source.kind !== "instance") throw new MoveError("unfinished");
  if (target?.kind === "moving" && target.from === source.id) return;
  if (!(await mayBecomeTarget(source, target, to))) throw new MoveError("foreign");
  await to.writeOwner(formatOwner({ kind: "moving", from: source.id, to: randomUUID(), formerIds: source.formerIds }));
}

/** Whether the store is empty, or was used by this instance before. */
async function mayBecomeTarget(
  source: Extract<StorageOwner, { kind: "instance" }>,
  target: StorageOwner | null,
  to: BlobStore,
): Promise<boolean> {
  if (target === null) return !(await holdsBlobs(to));
  if (target.kind === "restoring") return false;
  return [source.id, ...source.formerIds].includes(target.kind === "instance" ? target.id : target.from);
}
