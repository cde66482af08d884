import { mkdir, opendir, readdir, rename, rm, rmdir, stat, utimes } from "node:fs/promises";
import path from "node:path";
import {
  findOrphans,
  isBlobFolder,
  isBlobKey,
  isNotFound,
  trashMilliseconds,
  type BlobKey,
  type SweepOutcome,
  type SweepRequest,
} from "./blob-store";

/** Every blob written before `olderThan`. */
export async function* listBlobs(root: string, olderThan: Date): AsyncGenerator<BlobKey> {
  for await (const { name: folder } of await entriesOf(root)) {
    const names = await namesIn(path.join(root, folder));
    for (const key of names.map((name) => `${folder}/${name}`)) {
      if (isBlobKey(key) && (await isOlder(path.join(root, key), olderThan))) {
        yield key;
      }
    }
  }
}

/** Removes everything in a folder written before `olderThan`. */
async function sweepFolder(folder: string, olderThan: Date): Promise<number> {
  let swept = 0;
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    if (await isOlder(file, olderThan)) {
      await rm(file, { force: true, recursive: true });
      swept += 1;
    }
  }
  return swept;
}

/**
 * Removes the empty folders of `root` that have not changed since `olderThan`. A folder that is being filled stays,
 * because only empty folders can be removed.
 */
async function removeEmptyFolders(root: string, olderThan: Date): Promise<void> {
  for (const name of (await namesIn(root)).filter(isBlobFolder)) {
    const folder = path.join(root, name);
    if ((await namesIn(folder)).length === 0 && (await isOlder(folder, olderThan)))
      await rmdir(folder).catch(ignoreUsedFolder);
  }
}

function ignoreUsedFolder(error: NodeJS.ErrnoException): void {
  if (!isNotFound(error) && error.code !== "ENOTEMPTY" && error.code !== "EEXIST" && error.code !== "ENOTDIR")
    throw error;
}

/** Read one at a time, because an instance with a million documents has a million folders. */
async function entriesOf(root: string): Promise<AsyncIterable<{ name: string }> | { name: string }[]> {
  return opendir(root).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
}

/** Empty if the folder does not exist. Another process may be sweeping at the same time. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNotFound(error) || (error as NodeJS.ErrnoException).code === "ENOTDIR") {
      return [];
    }
    throw error;
  });
}

async function isOlder(file: string, than: Date): Promise<boolean> {
  try {
    return (await stat(file)).mtime < than;
  } catch (error) {
    if (isNotFound(error)) {
      return false;
    }
    throw error;
  }
}

const trash = ".trash";

/**
 * Moves blobs that are not in the database to `.trash`, where they stay for 7 days. Also removes staged leftovers and
 * expired trash.
 */
export async function sweepOrphans(root: string, request: SweepRequest): Promise<SweepOutcome> {
  const { olderThan, now } = request;
  const orphans = await findOrphans(listBlobs(root, olderThan), request);
  for (const key of orphans.keys) await moveToTrash(root, key, now);
  if (orphans.stopped) return orphans.stopped;
  const leftovers = await sweepFolder(path.join(root, ".staging"), olderThan);
  const expired = await sweepFolder(path.join(root, trash), new Date(now.getTime() - trashMilliseconds));
  await removeEmptyFolders(root, olderThan);
  return { kind: "swept", trashed: orphans.keys.length, removed: leftovers + expired };
}

/**
 * The name contains both parts of the key, so that an operator can move the file back. Its modification time is when it
 * was moved.
 */
async function moveToTrash(root: string, key: BlobKey, now: Date): Promise<void> {
  const target = path.join(root, trash, key.replace("/", "."));
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    // Before the move, because a blob in the trash with an old time would be deleted at once after a crash in between.
    await utimes(path.join(root, key), now, now);
    await rename(path.join(root, key), target);
  } catch (error) {
    // Another process swept at the same time.
    if (!isNotFound(error)) throw error;
  }
}
