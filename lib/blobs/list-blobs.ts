import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isNotFound } from "./blob-errors";
import { isBlobKey, type BlobKey } from "./blob-key";

/** Every blob written before `olderThan`. */
export async function* listBlobs(root: string, olderThan: Date): AsyncGenerator<BlobKey> {
  for (const folder of await namesIn(root)) {
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
