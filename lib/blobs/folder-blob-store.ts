import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isNotFound, storageError } from "./blob-errors";
import { assertBlobKey, isBlobKey, type BlobKey } from "./blob-key";
import type { BlobStore, StagedBlob } from "./blob-store";
import { openBlob, openConcatenated, verifyBlob } from "./read-blobs";
import { assertHash, stagedBlob } from "./staged-blob";
import { syncFolder, writeNewFile, type WrittenFile } from "./write-file";

const stagingName = ".staging";

/**
 * Blobs as files: `{root}/{file uuid}/{sha256}`. Written beside, synced, renamed, folder synced: after a crash a blob is whole or absent.
 * Several processes may share the folder.
 */
export function folderBlobStore(root: string): BlobStore {
  const staging = path.join(root, stagingName);
  const pathOf = (key: BlobKey) => path.join(root, assertBlobKey(key));

  async function newStagingPath(): Promise<string> {
    await mkdir(staging, { recursive: true, mode: 0o700 });
    return path.join(staging, randomBytes(16).toString("hex"));
  }

  async function moveInto(from: string, key: BlobKey): Promise<void> {
    const target = pathOf(key);
    const folder = path.dirname(target);
    try {
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(from, target);
      await syncFolder(folder);
      if (made) {
        await syncFolder(root);
      }
    } catch (error) {
      throw storageError(error);
    }
  }

  return {
    async put(key, bytes) {
      assertBlobKey(key);
      const temporary = await newStagingPath();
      const written = await writeNewFile(temporary, bytes);
      try {
        assertHash(key, written.sha256);
        await moveInto(temporary, key);
      } finally {
        await rm(temporary, { force: true });
      }
      return written;
    },
    async stage(bytes, { maxBytes }): Promise<StagedBlob> {
      const temporary = await newStagingPath();
      return stagedBlob(temporary, await writeNewFile(temporary, bytes, maxBytes), moveInto);
    },
    stageFile: async (file) => stagedBlob(file, await syncAndHash(file), moveInto),
    path: pathOf,
    async size(key) {
      const file = await openBlob(pathOf(key), key);
      try {
        return (await file.stat()).size;
      } finally {
        await file.close();
      }
    },
    has: (key) => stat(pathOf(key)).then((found) => found.isFile(), absent),
    async open(key, range) {
      const file = await openBlob(pathOf(key), key);
      return file.createReadStream(range);
    },
    openAll: (blobs, range) => openConcatenated(pathOf, blobs, range),
    async verifySegments(blobs) {
      for (const blob of blobs) {
        await verifyBlob(pathOf(blob.key), blob);
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (olderThan) => listBlobs(root, olderThan),
    async sweepOrphans(knownKeys, olderThan) {
      let swept = await sweepFolder(staging, olderThan);
      for await (const key of listBlobs(root, olderThan)) {
        if (!knownKeys.has(key)) {
          await rm(pathOf(key), { force: true });
          swept += 1;
        }
      }
      return swept;
    },
    async check() {
      const probe = await newStagingPath();
      await writeNewFile(probe, Buffer.from("probe"));
      await rm(probe);
    },
  };
}

/** A file that another process wrote: synced here, because that process may not have. */
async function syncAndHash(file: string): Promise<WrittenFile> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}

async function* listBlobs(root: string, olderThan: Date): AsyncGenerator<BlobKey> {
  for (const folder of await namesIn(root)) {
    const names = folder === stagingName ? [] : await namesIn(path.join(root, folder));
    for (const key of names.map((name) => `${folder}/${name}`)) {
      if (isBlobKey(key) && (await isOlder(path.join(root, key), olderThan))) {
        yield key;
      }
    }
  }
}

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

/** Empty for a folder that is not there (any more): another process may sweep at the same time. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNotFound(error) || (error as NodeJS.ErrnoException).code === "ENOTDIR") {
      return [];
    }
    throw error;
  });
}

function isOlder(file: string, than: Date): Promise<boolean> {
  return stat(file).then((found) => found.mtime < than, absent);
}

function absent(error: unknown): false {
  if (isNotFound(error)) {
    return false;
  }
  throw error;
}
