import { rm } from "node:fs/promises";
import { MoveError, moveStorage, type MoveProblem, type MoveProgress } from "@/lib/documents/storage/move-storage";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { describeStorage, readStorageConfig, type StorageConfig } from "@/lib/platform/storage-config";

const usage = "npm run storage:move -- --to=s3://bucket/prefix   or   npm run storage:move -- --to=folder";

const problems: Record<MoveProblem, string> = {
  unclaimed: "No server has used this storage yet, so there is nothing to move.",
  foreign: "The target holds documents of another instance. Choose an empty bucket, prefix or folder.",
  unfinished:
    "The source is itself the target of a move that has not finished. Set STORAGE_URL to the storage that the servers use.",
};

/**
 * `npm run storage:move -- --to=…`: copies all documents from the storage at STORAGE_URL to another one, while servers
 * run (docs/operations.md#move-documents-to-another-store). Run it again after an interruption. Exits with 0 when
 * everything listed was copied, and with 1 if damaged documents were left out.
 */
async function main(): Promise<number> {
  const [from, to] = readPlaces(process.argv.slice(2));
  const [source, target] = [openBlobStore(from), openBlobStore(to)];
  try {
    console.log(`Copying documents from ${describeStorage(from)} to ${describeStorage(to)}`);
    let last: MoveProgress = { copied: 0, copiedBytes: 0, present: 0, damaged: [] };
    for await (const progress of moveStorage(source, target)) {
      last = progress;
      console.log(
        `${progress.copied} copied (${megabytes(progress.copiedBytes)} MB), ${progress.present} there already`,
      );
    }
    if (last.damaged.length > 0) return reportDamage(last);
    console.log(
      last.copied === 0
        ? "Everything was there already. Stop every server, run this once more, change STORAGE_URL, and start."
        : "Done. Documents stored since are not copied yet: stop every server, run this once more, change STORAGE_URL, and start.",
    );
    return 0;
  } finally {
    await Promise.all([source.close(), target.close()]);
    for (const place of [from, to]) if (place.kind === "s3") await rm(place.cacheDir, { recursive: true, force: true });
  }
}

function reportDamage({ damaged }: MoveProgress): number {
  console.error(
    [
      `Everything else was copied. Damaged files, not copied (${damaged.length}):`,
      ...damaged.map((key) => `  ${key}`),
      "Restore these files from a backup and run this again. To start without them, see docs/operations.md#move-documents-to-another-store.",
    ].join("\n"),
  );
  return 1;
}

/** The source is defined by the environment; the target uses the same keys and cache. */
function readPlaces(args: readonly string[]): [StorageConfig, StorageConfig] {
  const to = args.find((arg) => arg.startsWith("--to="))?.slice("--to=".length);
  if (args.length !== 1 || !to || !(to === "folder" || to.startsWith("s3://"))) throw new Error(`Usage: ${usage}`);
  const from = readStorageConfig(process.env);
  const target = readStorageConfig({ ...process.env, STORAGE_URL: to === "folder" ? undefined : to });
  if (describeStorage(from) === describeStorage(target))
    throw new Error(`The documents are in ${describeStorage(from)} already. Usage: ${usage}`);
  return [withOwnCache(from), withOwnCache(target)];
}

/** Bypasses the cache, because copied documents would evict those that the servers use. */
function withOwnCache(storage: StorageConfig): StorageConfig {
  return storage.kind === "s3" ? { ...storage, cacheDir: `${storage.cacheDir}-move` } : storage;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function messageOf(error: unknown): string {
  if (error instanceof MoveError) return problems[error.problem];
  if (error instanceof BlobError && error.cause instanceof Error) return `${error.detail}: ${error.cause.message}`;
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
