import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import {
  assertBlobKey,
  damagedBlob,
  type BlobError,
  findOrphans,
  isBlobKey,
  trashMilliseconds,
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
import { inTurns } from "./in-turns";
import { LocalCache, tidyEveryMs } from "./local-cache";
import { assertBytes, assertHash, openConcatenated, stagedBlob, syncAndHash, upTo, writeNewFile } from "./local-files";
import { isNoSuchKey, S3Error, toBlobError, type RetryTimes } from "./s3-answer";
import { S3Client, textBody, type ListedObject, type S3Place } from "./s3-client";
import { uploadFile } from "./s3-upload";

export interface S3StoreOptions extends S3Place {
  /** Ends with `/` unless it is empty. */
  prefix: string;
  cacheDir: string;
  cacheBytes: number;
  /** The standard times if omitted. */
  times?: RetryTimes;
  /** Milliseconds until a claim of the store is read again. 3 seconds if omitted. */
  claimSettlesMs?: number;
}

const ownerObject = ".instance";
const checkObject = ".check";
const trashPrefix = ".trash/";
const fetchesAtOnce = 8;
/** Every process checks readiness every few seconds, and each request to a store costs money. */
const checkedForMs = 30_000;
const claimSettlesMs = 3000;

/** The blob store in a bucket of any S3-compatible service, with a cache on this machine. */
export function s3BlobStore(options: S3StoreOptions): BlobStore {
  return new S3BlobStore(options);
}

/**
 * Blobs as objects: `{prefix}{file uuid}/{sha256}`. An object appears complete or not at all. The store compares each
 * body with the hash that the request is signed with, and all data read is hashed before use.
 */
class S3BlobStore implements BlobStore {
  private readonly client: S3Client;
  private readonly cache: LocalCache;
  private readonly tidying: NodeJS.Timeout;
  private checkedUntil = 0;

  constructor(private readonly options: S3StoreOptions) {
    this.client = new S3Client(options, options.times);
    this.cache = new LocalCache(options.cacheDir, options.cacheBytes, (key) => this.fetch(key));
    // A failed clean-up is retried in ten minutes.
    this.tidying = setInterval(() => void this.cache.tidy(new Date()).catch(() => undefined), tidyEveryMs).unref();
  }

  async put(key: BlobKey, bytes: BlobBytes): Promise<{ size: number; sha256: string }> {
    assertBlobKey(key);
    const { path, size, sha256 } = await asStoreError(() => this.cache.receive(bytes));
    try {
      assertHash(key, sha256);
      await this.moveInto({ path, size, sha256 }, key);
    } finally {
      await rm(path, { force: true });
    }
    return { size, sha256 };
  }

  async stage(bytes: BlobBytes, { maxBytes }: { maxBytes: number }): Promise<StagedBlob> {
    const { path, ...written } = await this.cache.receive(bytes, maxBytes);
    return stagedBlob(path, written, (_path, key) => this.moveInto({ path, ...written }, key));
  }

  async receive(bytes: BlobBytes, { maxBytes }: { maxBytes: number }): Promise<PassingBytes> {
    const { path } = await this.cache.receive(bytes, maxBytes);
    return { path, discard: () => rm(path, { force: true }) };
  }

  async stageFile(path: string): Promise<StagedBlob> {
    const written = await syncAndHash(path);
    return stagedBlob(path, written, (_path, key) => this.moveInto({ path, ...written }, key));
  }

  async withFiles<Value>(
    blobs: readonly ExpectedBlob[],
    use: (files: readonly PlacedBlob[]) => Promise<Value>,
  ): Promise<Value> {
    const releases: (() => Promise<void>)[] = [];
    try {
      const files = await asStoreError(() =>
        inTurns(blobs, fetchesAtOnce, async (blob) => {
          assertBlobKey(blob.key);
          const { path, release } = await this.cache.hold(blob);
          releases.push(release);
          return { path, size: blob.size };
        }),
      );
      return await use(files);
    } finally {
      await Promise.all(releases.map((release) => release()));
    }
  }

  async size(key: BlobKey): Promise<number> {
    const found = await this.head(key);
    if (found === null) throw missing(key);
    return found.size;
  }

  async has(key: BlobKey): Promise<boolean> {
    return (await this.head(key)) !== null;
  }

  async open(key: BlobKey): Promise<Readable> {
    assertBlobKey(key);
    const chunks = await asStoreError(() => this.fetch(key));
    return Readable.from(chunks, { objectMode: false });
  }

  async openAll(blobs: readonly ExpectedBlob[], range?: ByteRange): Promise<Readable> {
    for (const { key } of blobs) assertBlobKey(key);
    return asStoreError(() => openConcatenated((blob) => this.cache.open(blob), blobs, range));
  }

  async verifySegments(blobs: readonly ExpectedBlob[]): Promise<void> {
    await asStoreError(() =>
      inTurns(blobs, fetchesAtOnce, async (blob) => {
        assertBlobKey(blob.key);
        await (await this.cache.open(blob)).close();
      }),
    );
  }

  async verifyStored(blob: ExpectedBlob): Promise<void> {
    assertBlobKey(blob.key);
    const hash = createHash("sha256");
    let size = 0;
    await asStoreError(async () => {
      for await (const chunk of upTo(blob.size + 1, await this.fetch(blob.key))) {
        hash.update(chunk);
        size += chunk.length;
      }
    });
    assertBytes(blob, { size, sha256: hash.digest("hex") });
  }

  async remove(key: BlobKey): Promise<void> {
    assertBlobKey(key);
    await this.cache.drop(key);
    await asStoreError(() => this.client.delete(this.objectOf(key)));
  }

  async *list(olderThan: Date): AsyncGenerator<BlobKey> {
    for await (const { key, modifiedAt } of this.listed("")) {
      if (isBlobKey(key) && isBefore(modifiedAt, olderThan)) yield key;
    }
  }

  async sweepOrphans(request: SweepRequest): Promise<SweepOutcome> {
    const { olderThan, now } = request;
    const orphans = await findOrphans(this.list(olderThan), request);
    return asStoreError(async () => {
      for (const key of orphans.keys) await this.moveToTrash(key, olderThan);
      if (orphans.stopped) return orphans.stopped;
      const leftovers = await this.cache.tidy(new Date(), olderThan);
      const uploads = await this.abortUploads(olderThan);
      const expired = await this.emptyTrash(new Date(now.getTime() - trashMilliseconds));
      return { kind: "swept", trashed: orphans.keys.length, removed: leftovers + uploads + expired };
    });
  }

  async readOwner(): Promise<string | null> {
    const text = await asStoreError(() => this.client.readText(this.objectOf(ownerObject)));
    return text?.trim() || null;
  }

  async writeOwner(line: string): Promise<void> {
    await asStoreError(() => this.client.put(this.objectOf(ownerObject), textBody(`${line}\n`)));
  }

  async claimOwner(line: string): Promise<boolean> {
    await asStoreError(async () => {
      try {
        await this.client.put(this.objectOf(ownerObject), textBody(`${line}\n`), { onlyNew: true });
      } catch (error) {
        // Either already claimed, or left empty by a failed restore, or on a server without conditional writes. Any
        // other failure will show again here.
        if (!(error instanceof S3Error) || error.status >= 502) throw error;
        if ((await this.readOwner()) === null) await this.writeOwner(line);
      }
    });
    if ((await this.readOwner()) !== line) return false;
    // Some servers, OpenStack Swift for one, check the condition before they receive the body. A claim at the same time
    // then passes as well and overwrites this one. The pause is longer than such a write takes.
    await pause(this.options.claimSettlesMs ?? claimSettlesMs);
    return (await this.readOwner()) === line;
  }

  async check(): Promise<void> {
    if (performance.now() < this.checkedUntil) return;
    const probe = await this.cache.newStagingPath();
    await writeNewFile(probe, Buffer.from("probe"));
    await rm(probe);
    await asStoreError(() => this.client.put(this.objectOf(checkObject), textBody("probe")));
    this.checkedUntil = performance.now() + checkedForMs;
  }

  space(): Promise<{ freeBytes: number; totalBytes: number }> {
    return this.cache.space();
  }

  async close(): Promise<void> {
    clearInterval(this.tidying);
    await this.cache.close();
    this.client.close();
  }

  /** Stores a local file, which then becomes a copy in the cache. */
  private async moveInto(file: { path: string; size: number; sha256: string }, key: BlobKey): Promise<void> {
    assertBlobKey(key);
    await asStoreError(() => uploadFile(this.client, this.objectOf(key), file));
    // The blob is already stored. Without a copy it is fetched when needed.
    await this.cache.adopt(file.path, key).catch(() => undefined);
  }

  /** Throws `integrity` when the blob is missing. */
  private async fetch(key: BlobKey): Promise<AsyncGenerator<Buffer>> {
    try {
      return withStoreErrors(await this.client.read(this.objectOf(key)));
    } catch (error) {
      throw isNoSuchKey(error) ? missing(key, error) : error;
    }
  }

  private async head(key: BlobKey): Promise<{ size: number; modifiedAt: Date } | null> {
    assertBlobKey(key);
    return asStoreError(() => this.client.head(this.objectOf(key)));
  }

  /** Objects under our prefix, with their names relative to it. */
  private async *listed(below: string): AsyncGenerator<ListedObject> {
    const { prefix } = this.options;
    const objects = this.client.list(`${prefix}${below}`);
    for (;;) {
      const next = await asStoreError(() => objects.next());
      if (next.done) return;
      yield { ...next.value, key: next.value.key.slice(prefix.length) };
    }
  }

  /**
   * The name contains both parts of the key, so that an operator can copy the object back. The copy's time is when it
   * was moved.
   */
  private async moveToTrash(key: BlobKey, olderThan: Date): Promise<void> {
    const found = await this.client.head(this.objectOf(key));
    // Stored again since it was listed, or moved by another process.
    if (found === null || !isBefore(found.modifiedAt, olderThan)) return;
    await this.client.copy(this.objectOf(key), this.objectOf(`${trashPrefix}${key.replace("/", ".")}`));
    await this.client.delete(this.objectOf(key));
    await this.cache.drop(key);
  }

  private async emptyTrash(olderThan: Date): Promise<number> {
    let removed = 0;
    for await (const { key, modifiedAt } of this.listed(trashPrefix)) {
      if (!isBefore(modifiedAt, olderThan)) continue;
      await this.client.delete(this.objectOf(key));
      removed += 1;
    }
    return removed;
  }

  private async abortUploads(olderThan: Date): Promise<number> {
    let aborted = 0;
    for await (const { key, id, startedAt } of this.client.listUploads(this.options.prefix)) {
      if (!isBlobKey(key.slice(this.options.prefix.length)) || !isBefore(startedAt, olderThan)) continue;
      await this.client.abortUpload(key, id);
      aborted += 1;
    }
    return aborted;
  }

  private objectOf(name: string): string {
    return `${this.options.prefix}${name}`;
  }
}

/** False for a date that is missing or unreadable, because an object that may be new must not be removed. */
function isBefore(at: Date, than: Date): boolean {
  return at.getTime() < than.getTime();
}

function missing(key: BlobKey, cause?: unknown): BlobError {
  return damagedBlob(key, "missing", "is missing", { cause });
}

/** Converts errors of the store to `unavailable`. */
async function asStoreError<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toBlobError(error);
  }
}

async function* withStoreErrors(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw toBlobError(error);
  }
}
