import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  utimes,
  type FileHandle,
} from "node:fs/promises";
import path from "node:path";
import { dayMs, hourMs } from "@/lib/platform/locale/format";
import { BlobError, isNotFound, storageError, type BlobBytes, type BlobKey, type ExpectedBlob } from "./blob-store";
import { assertBytes, isWhole, upTo, writeNewFile } from "./local-files";

/** Reads a blob from the store. */
export type Fetch = (key: BlobKey) => Promise<AsyncIterable<Uint8Array>>;

/** How long a document deleted on another machine may stay in this cache. */
export const unusedMs = dayMs;
/** A process touches its folder at every clean-up. One that has not done so for this long is dead. */
const deadMs = hourMs;
export const tidyEveryMs = hourMs / 6;
/** Trimming goes down to this share of the limit, so that it is not needed for every blob. */
const afterTrimming = 0.75;

/**
 * Copies of blobs on this machine, for the engine and for downloads. Several processes may share the folder. A file
 * appears by a rename, so it is complete or absent. Each user holds a separate link or an open file, so another process
 * may remove the entry at any time. Every copy is hashed before each use, and one that has changed is fetched again. At
 * the limit, the least recently used copies are removed.
 */
export class LocalCache {
  readonly staging: string;
  private readonly entries: string;
  private readonly inUse: string;
  private readonly ownLinks: string;
  private readonly fetching = new Map<BlobKey, Promise<void>>();
  private readonly held = new Map<BlobKey, Held>();
  private addedBytes = 0;
  private trimming: Promise<void> | null = null;

  constructor(
    root: string,
    private readonly maxBytes: number,
    private readonly fetch: Fetch,
  ) {
    this.staging = path.join(root, "staging");
    this.entries = path.join(root, "blobs");
    this.inUse = path.join(root, "in-use");
    this.ownLinks = path.join(this.inUse, randomUUID());
  }

  /**
   * A file private to this process that stays unchanged until it is released, at the same path for every use. Throws
   * `integrity`.
   */
  async hold({ key, size }: ExpectedBlob): Promise<{ path: string; release: () => Promise<void> }> {
    const held = this.held.get(key) ?? { users: 0, ready: Promise.resolve() };
    this.held.set(key, held);
    held.users += 1;
    const release = async (): Promise<void> => {
      held.users -= 1;
      held.ready = held.ready.catch(() => undefined).then(() => this.removeLink(key, held));
      await held.ready;
    };
    try {
      // One at a time: a second user waits for the first one's link, or for one that is being removed.
      held.ready = held.ready.catch(() => undefined).then(() => this.linkWhole({ key, size }));
      await held.ready;
      return { path: this.linkOf(key), release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The blob as an open file with verified bytes. The caller closes it. Throws `integrity`. */
  async open(blob: ExpectedBlob): Promise<FileHandle> {
    for (let fetches = 0; ; fetches++) {
      const file = await open(this.entryOf(blob.key), "r").catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      });
      if (file !== null) {
        try {
          if (await isWhole(file, blob)) {
            await this.touch(blob.key);
            return file;
          }
        } catch (error) {
          await file.close();
          throw error;
        }
        await file.close();
        await this.drop(blob.key);
      }
      await this.fetchOnce(blob, fetches);
    }
  }

  /** Takes over a file with the bytes of this key. */
  async adopt(file: string, key: BlobKey): Promise<void> {
    await mkdir(this.entries, { recursive: true, mode: 0o700 });
    await rename(file, this.entryOf(key));
    await this.noteAdded(this.entryOf(key));
  }

  /** Removes a blob from the cache; current users are not affected. */
  async drop(key: BlobKey): Promise<void> {
    await rm(this.entryOf(key), { force: true });
  }

  async newStagingPath(): Promise<string> {
    await mkdir(this.staging, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw storageError(error);
    });
    return path.join(this.staging, randomUUID());
  }

  /** Receives bytes. Throws `too_large`, `storage_full`. */
  async receive(bytes: BlobBytes, maxBytes = Infinity): Promise<{ path: string; size: number; sha256: string }> {
    const file = await this.newStagingPath();
    return { path: file, ...(await writeNewFile(file, bytes, { maxBytes, isDurable: false })) };
  }

  /**
   * Removes entries unused for a day, leftovers of dead processes, and entries beyond the limit. Returns how many
   * abandoned uploads were removed.
   */
  async tidy(now: Date, olderThan: Date = new Date(now.getTime() - unusedMs)): Promise<number> {
    await utimes(this.ownLinks, now, now).catch(ignoreMissingFile);
    for (const { file, usedAt } of await filesIn(this.inUse))
      if (file !== this.ownLinks && usedAt < now.getTime() - deadMs) await rm(file, { force: true, recursive: true });
    for (const { file, usedAt } of await filesIn(this.entries))
      if (usedAt < now.getTime() - unusedMs) await rm(file, { force: true });
    const abandoned = (await filesIn(this.staging)).filter(({ usedAt }) => usedAt < olderThan.getTime());
    for (const { file } of abandoned) await rm(file, { force: true });
    await this.trim();
    return abandoned.length;
  }

  async space(): Promise<{ freeBytes: number; totalBytes: number }> {
    await mkdir(this.staging, { recursive: true, mode: 0o700 });
    const { bavail, blocks, bsize } = await statfs(this.staging);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  async close(): Promise<void> {
    await rm(this.ownLinks, { recursive: true, force: true });
  }

  private async removeLink(key: BlobKey, held: Held): Promise<void> {
    if (held.users > 0) return;
    await rm(this.linkOf(key), { force: true });
    if (held.users === 0) this.held.delete(key);
  }

  private async linkWhole(blob: ExpectedBlob): Promise<void> {
    const ownLink = this.linkOf(blob.key);
    await mkdir(this.ownLinks, { recursive: true, mode: 0o700 });
    for (let fetches = 0; ; fetches++) {
      const isThere = await this.linkTo(ownLink, blob.key);
      if (isThere) {
        const file = await open(ownLink, "r");
        try {
          if (await isWhole(file, blob)) return await this.touch(blob.key);
        } finally {
          await file.close();
        }
        await rm(ownLink, { force: true });
        await this.drop(blob.key);
      }
      await this.fetchOnce(blob, fetches);
    }
  }

  /** False if the entry does not exist. On a file system without links the entry is copied. */
  private async linkTo(ownLink: string, key: BlobKey): Promise<boolean> {
    try {
      await link(this.entryOf(key), ownLink);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return true;
      if (isNotFound(error)) return false;
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EXDEV", "ENOSYS"].includes(codeOf(error))) throw error;
    }
    return copyFile(this.entryOf(key), ownLink, constants.COPYFILE_FICLONE).then(
      () => true,
      (error: unknown) => {
        if (isNotFound(error)) return false;
        throw storageError(error);
      },
    );
  }

  /**
   * One fetch for all callers waiting for the same blob. `again`: it was fetched a moment ago and was immediately gone
   * or changed.
   */
  private async fetchOnce(blob: ExpectedBlob, fetches: number): Promise<void> {
    const { key } = blob;
    // Another process may have removed it before it was used. This only happens repeatedly if the limit is far too
    // small.
    if (fetches > mostFetches) throw new BlobError("unavailable", "files disappear from the document cache");
    const running = this.fetching.get(key);
    if (running) return running;
    const fetched = this.fetchWhole(blob).finally(() => this.fetching.delete(key));
    this.fetching.set(key, fetched);
    return fetched;
  }

  /**
   * If the bytes differ from those stored, they are fetched once more, because a proxy may have truncated or changed
   * them.
   */
  private async fetchWhole(blob: ExpectedBlob): Promise<void> {
    for (let triesLeft = 1; ; triesLeft--) {
      // One extra byte is enough to notice. An endless response must not fill the disk.
      const received = await this.receive(upTo(blob.size + 1, await this.fetch(blob.key)));
      try {
        assertBytes(blob, received);
      } catch (error) {
        await rm(received.path, { force: true });
        if (triesLeft === 0) throw error;
        continue;
      }
      await this.adopt(received.path, blob.key);
      return;
    }
  }

  private async touch(key: BlobKey): Promise<void> {
    const now = new Date();
    await utimes(this.entryOf(key), now, now).catch(ignoreMissingFile);
  }

  private async noteAdded(file: string): Promise<void> {
    this.addedBytes += await stat(file).then(sizeOnDisk, () => 0);
    if (this.addedBytes > this.maxBytes / 16) await this.trim();
  }

  private trim(): Promise<void> {
    this.addedBytes = 0;
    this.trimming ??= this.removeLeastUsed().finally(() => (this.trimming = null));
    return this.trimming;
  }

  private async removeLeastUsed(): Promise<void> {
    const files = await filesIn(this.entries);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= this.maxBytes) return;
    for (const { file, size } of files.sort((one, other) => one.usedAt - other.usedAt)) {
      if (total <= this.maxBytes * afterTrimming) return;
      await unlink(file).catch(ignoreMissingFile);
      total -= size;
    }
  }

  private entryOf(key: BlobKey): string {
    return path.join(this.entries, key.replace("/", "."));
  }

  private linkOf(key: BlobKey): string {
    return path.join(this.ownLinks, key.replace("/", "."));
  }
}

const mostFetches = 3;

interface Held {
  users: number;
  ready: Promise<void>;
}

interface Entry {
  file: string;
  /** Size on disk in bytes. Many tails are smaller than a block. */
  size: number;
  usedAt: number;
}

async function filesIn(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const entries: Entry[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    // May be gone by now, because other processes clean up as well.
    const found = await stat(file).catch(() => null);
    if (found) entries.push({ file, size: sizeOnDisk(found), usedAt: found.mtimeMs });
  }
  return entries;
}

function sizeOnDisk({ blocks, size }: { blocks: number; size: number }): number {
  return Math.max(blocks * 512, size);
}

function ignoreMissingFile(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
