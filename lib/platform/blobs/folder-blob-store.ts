import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import {
  assertBlobKey,
  blobProblemOf,
  isNotFound,
  readError,
  storageError,
  type BlobBytes,
  type BlobKey,
  type BlobStore,
  type ByteRange,
  type ExpectedBlob,
  type PassingBytes,
  type PlacedBlob,
  type StagedBlob,
  type SweepOutcome,
  type SweepRequest,
} from "./blob-store";
import { listBlobs, sweepOrphans } from "./list-blobs";
import {
  assertHash,
  openBlob,
  openConcatenated,
  sizeOf,
  stagedBlob,
  syncAndHash,
  verifyBlob,
  writeNewFile,
  type WrittenFile,
} from "./local-files";

const ownerFile = ".instance";

/** The blob store in a folder, which is created when the first blob arrives. */
export function folderBlobStore(root: string): FolderBlobStore {
  return new FolderBlobStore(root);
}

/**
 * Blobs as files: `{root}/{file uuid}/{sha256}`. Each file is written under a temporary name, synced and renamed, and
 * the folder is synced, so that after a crash a blob is either complete or absent. Several processes may share the
 * folder.
 */
export class FolderBlobStore implements BlobStore {
  private readonly staging: string;
  private hasStaging = false;

  constructor(private readonly root: string) {
    this.staging = path.join(root, ".staging");
  }

  async put(key: BlobKey, bytes: BlobBytes): Promise<WrittenFile> {
    assertBlobKey(key);
    const { temporary, ...written } = await this.writeStaged(bytes);
    try {
      assertHash(key, written.sha256);
      await this.moveInto(temporary, key);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return written;
  }

  async stage(bytes: BlobBytes, { maxBytes }: { maxBytes: number }): Promise<StagedBlob> {
    const { temporary, ...written } = await this.writeStaged(bytes, { maxBytes });
    return this.staged(temporary, written);
  }

  async receive(bytes: BlobBytes, { maxBytes }: { maxBytes: number }): Promise<PassingBytes> {
    const { temporary } = await this.writeStaged(bytes, { maxBytes, isDurable: false, isHashed: false });
    return { path: temporary, discard: () => rm(temporary, { force: true }) };
  }

  async stageFile(file: string): Promise<StagedBlob> {
    return this.staged(file, await syncAndHash(file));
  }

  /** The path of the blob. Does not check whether it exists. */
  path(key: BlobKey): string {
    return path.join(this.root, assertBlobKey(key));
  }

  async withFiles<Value>(
    blobs: readonly ExpectedBlob[],
    use: (files: readonly PlacedBlob[]) => Promise<Value>,
  ): Promise<Value> {
    return use(blobs.map(({ key, size }) => ({ path: this.path(key), size })));
  }

  async size(key: BlobKey): Promise<number> {
    const file = await openBlob(this.path(key), key);
    try {
      return await sizeOf(file, key);
    } finally {
      await file.close();
    }
  }

  async has(key: BlobKey): Promise<boolean> {
    try {
      await stat(this.path(key));
      return true;
    } catch (error) {
      const failure = readError(key, error);
      const problem = blobProblemOf(failure);
      if (problem === null) throw failure;
      return problem !== "missing";
    }
  }

  async open(key: BlobKey): Promise<Readable> {
    return this.openAll([{ key, size: await this.size(key) }]);
  }

  openAll(blobs: readonly ExpectedBlob[], range?: ByteRange): Promise<Readable> {
    return openConcatenated(({ key }) => openBlob(this.path(key), key), blobs, range);
  }

  async verifySegments(blobs: readonly ExpectedBlob[]): Promise<void> {
    for (const blob of blobs) {
      await verifyBlob(this.path(blob.key), blob);
    }
  }

  verifyStored(blob: ExpectedBlob): Promise<void> {
    return verifyBlob(this.path(blob.key), blob);
  }

  async remove(key: BlobKey): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  list(olderThan: Date): AsyncIterable<BlobKey> {
    return listBlobs(this.root, olderThan);
  }

  sweepOrphans(request: SweepRequest): Promise<SweepOutcome> {
    return sweepOrphans(this.root, request);
  }

  async readOwner(): Promise<string | null> {
    try {
      return (await readFile(path.join(this.root, ownerFile), "utf8")).trim() || null;
    } catch (error) {
      if (isNotFound(error)) {
        return null;
      }
      throw error;
    }
  }

  async writeOwner(line: string): Promise<void> {
    const { temporary } = await this.writeStaged(Buffer.from(`${line}\n`));
    await rename(temporary, path.join(this.root, ownerFile));
    await syncFolder(this.root);
  }

  async claimOwner(line: string): Promise<boolean> {
    const { temporary } = await this.writeStaged(Buffer.from(`${line}\n`));
    try {
      await link(temporary, path.join(this.root, ownerFile));
    } catch {
      // Either already claimed, or left empty by a failed restore, or on a disk without hard links.
      if ((await this.readOwner()) === null) await this.writeOwner(line);
    } finally {
      await rm(temporary, { force: true });
    }
    await syncFolder(this.root);
    return (await this.readOwner()) === line;
  }

  async check(): Promise<void> {
    const { temporary } = await this.writeStaged(Buffer.from("probe"));
    await rm(temporary);
  }

  async space(): Promise<{ freeBytes: number; totalBytes: number }> {
    const { bavail, blocks, bsize } = await statfs(this.root);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private staged(file: string, written: WrittenFile): StagedBlob {
    return stagedBlob(file, written, (from, key) => this.moveInto(from, key));
  }

  private async writeStaged(
    bytes: BlobBytes,
    options: Parameters<typeof writeNewFile>[2] = {},
  ): Promise<WrittenFile & { temporary: string }> {
    const temporary = await this.newStagingPath();
    try {
      return { temporary, ...(await writeNewFile(temporary, bytes, options)) };
    } catch (error) {
      // The folder may have been deleted. The next write creates it again.
      this.hasStaging = false;
      throw error;
    }
  }

  private async newStagingPath(): Promise<string> {
    if (!this.hasStaging) {
      await mkdir(this.staging, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw storageError(error);
      });
      this.hasStaging = true;
    }
    return path.join(this.staging, randomBytes(16).toString("hex"));
  }

  private async moveInto(from: string, key: BlobKey): Promise<void> {
    const target = this.path(key);
    const folder = path.dirname(target);
    try {
      const made = await moveIntoFolder(from, target);
      await syncFolder(folder);
      if (made) {
        await syncFolder(this.root);
      }
    } catch (error) {
      throw storageError(error);
    }
  }
}

/**
 * Returns whether the folder had to be created, which is only the case for the first blob of a document. A sweep in
 * another process may remove the folder while it is still empty.
 */
async function moveIntoFolder(from: string, target: string): Promise<boolean> {
  let wasMade = false;
  for (let triesLeft = 5; ; triesLeft--) {
    try {
      await rename(from, target);
      return wasMade;
    } catch (error) {
      if (triesLeft === 0 || !isNotFound(error)) throw error;
    }
    wasMade = (await makeFolder(path.dirname(target))) || wasMade;
  }
}

/** Node's recursive mkdir fails if the folder vanishes between its two checks. The caller tries again. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    return (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/**
 * Makes a rename in this folder survive a power failure. Windows has no such call, but it journals the rename itself.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
