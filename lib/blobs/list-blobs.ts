import { opendir, readdir, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { isNotFound } from "./blob-errors";
import { isBlobFolder, isBlobKey, type BlobKey } from "./blob-key";

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
export async function sweepFolder(folder: string, olderThan: Date): Promise<number> {
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

/** Removes the folders of `root` that are empty and have been left alone since `olderThan`. One that is being filled stays: only an empty folder can be removed. */
export async function removeEmptyFolders(root: string, olderThan: Date): Promise<void> {
  for (const name of (await namesIn(root)).filter(isBlobFolder)) {
    const folder = path.join(root, name);
    if ((await namesIn(folder)).length === 0 && (await isOlder(folder, olderThan)))
      await rmdir(folder).catch(unlessInUse);
  }
}

function unlessInUse(error: NodeJS.ErrnoException): void {
  if (!isNotFound(error) && error.code !== "ENOTEMPTY" && error.code !== "EEXIST" && error.code !== "ENOTDIR")
    throw error;
}

/** One at a time: an instance with a million documents has a million folders. */
async function entriesOf(root: string): Promise<AsyncIterable<{ name: string }> | { name: string }[]> {
  return opendir(root).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
}

/** Empty for a folder that is not there (any more): another process may sweep at the same time. */
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
