import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ListedPart, S3Body, S3Client } from "@/lib/platform/blobs/s3-client";
import { BackupError } from "./archive-format";
import type { BackupSource } from "./archive-reader";
import type { BackupSink } from "./places";

const mebibyte = 1024 * 1024;
/** S3 accepts 10,000 parts, each of at least 5 MiB except the last. Together these sizes allow 590 GB. */
const leastPartBytes = 5 * mebibyte;
const partBytes = 16 * mebibyte;
const laterPartBytes = 64 * mebibyte;
const partsBeforeLater = 1000;
const mostParts = 10_000;
/** The number of bytes that the store copies at a time. A larger copy could exceed the idle timeout of a connection. */
const copiedAtOnce = 256 * mebibyte;

/**
 * An object in a bucket. It is called `KEY.part` until it is complete, so that an object with the given key is always a
 * complete backup. After an interruption the uploaded parts become `KEY.part`, which the next run reads. The store then
 * copies the part of it that is kept.
 */
export function s3Sink(client: S3Client, key: string): BackupSink {
  const part = `${key}.part`;
  return {
    async unfinished() {
      if (await client.head(key)) throw new BackupError("file_exists");
      await keepUploads(client, part);
      return (await client.head(part)) ? s3Source(client, part) : null;
    },
    async open(length) {
      const upload = await ObjectUpload.begin(client, part);
      if (length > 0) await upload.copy(part, length);
      return {
        write: (bytes) => upload.write(bytes),
        async complete() {
          const size = await upload.complete();
          await copyObject(client, part, key, size);
          await client.delete(part);
        },
        // Data that cannot be stored now is stored by the next run.
        interrupt: () =>
          upload.complete().then(
            () => undefined,
            () => undefined,
          ),
      };
    },
  };
}

export function s3Source(client: S3Client, key: string): BackupSource {
  return {
    async *open(from) {
      yield* await client.read(key, from);
    },
  };
}

/** Uploads of a killed run: the longest becomes the object. Only one backup of an instance runs at a time. */
async function keepUploads(client: S3Client, key: string): Promise<void> {
  for await (const upload of client.listUploads(key)) {
    if (upload.key !== key) continue;
    const parts = await client.listParts(key, upload.id);
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const there = (await client.head(key))?.size ?? 0;
    if (size > there && isUnbroken(parts))
      await client.completeUpload(
        key,
        upload.id,
        parts.map(({ etag }) => etag),
        size,
      );
    else await client.abortUpload(key, upload.id);
  }
}

function isUnbroken(parts: readonly ListedPart[]): boolean {
  return parts.every(({ number }, index) => number === index + 1);
}

/** Copies within the bucket, on the server. */
async function copyObject(client: S3Client, from: string, to: string, size: number): Promise<void> {
  if (size <= copiedAtOnce) return client.copy(from, to);
  const upload = await ObjectUpload.begin(client, to);
  await upload.copy(from, size);
  await upload.complete();
}

/** An object uploaded in consecutive parts. One part is held in memory. */
class ObjectUpload {
  private readonly etags: string[] = [];
  private size = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  private constructor(
    private readonly client: S3Client,
    private readonly key: string,
    private readonly id: string,
  ) {}

  static async begin(client: S3Client, key: string): Promise<ObjectUpload> {
    return new ObjectUpload(client, key, await client.startUpload(key));
  }

  /** Begins with bytes that are already in the store. */
  async copy(source: string, length: number): Promise<void> {
    // Too few bytes for a part that is not the last.
    if (length < leastPartBytes) return this.readBack(source, length);
    const count = Math.ceil(length / copiedAtOnce);
    for (let index = 0; index < count; index++) {
      const start = Math.floor((index * length) / count);
      const size = Math.floor(((index + 1) * length) / count) - start;
      this.etags.push(await this.client.copyPart(this.key, this.id, this.etags.length + 1, { source, start, size }));
      this.size += size;
    }
  }

  async write(bytes: Buffer): Promise<void> {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    const enough = this.etags.length < partsBeforeLater ? partBytes : laterPartBytes;
    if (this.waitingBytes >= enough) await this.send();
  }

  /** The object exists once this returns, unless nothing was written. Returns its size. */
  async complete(): Promise<number> {
    if (this.waitingBytes > 0) await this.send();
    if (this.etags.length === 0) await this.client.abortUpload(this.key, this.id);
    else await this.client.completeUpload(this.key, this.id, this.etags, this.size);
    return this.size;
  }

  private async readBack(source: string, length: number): Promise<void> {
    let left = length;
    for await (const chunk of await this.client.read(source)) {
      await this.write(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) return;
    }
  }

  private async send(): Promise<void> {
    if (this.etags.length === mostParts)
      throw new Error("The backup is larger than 590 GB. Write it to a file, or to standard output.");
    const body = bodyOf(this.waiting, this.waitingBytes);
    this.etags.push(await this.client.putPart(this.key, this.id, this.etags.length + 1, body));
    this.size += this.waitingBytes;
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

function bodyOf(pieces: readonly Buffer[], size: number): S3Body {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return { size, sha256: hash.digest("hex"), open: () => Readable.from(pieces, { objectMode: false }) };
}
