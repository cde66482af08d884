import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  BlobError,
  damagedBlob,
  hashOfKey,
  readError,
  storageError,
  type BlobBytes,
  type BlobKey,
  type ByteRange,
  type ExpectedBlob,
  type StagedBlob,
} from "./blob-store";
import { sha256Hex } from "./sha256";

/** A file written by another process. It is synced here, because that process may not have done so. */
export async function syncAndHash(file: string): Promise<WrittenFile> {
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

/** `moveInto` moves the synced file to the path of a key. */
export function stagedBlob(
  path: string,
  written: WrittenFile,
  moveInto: (path: string, key: string) => Promise<void>,
): StagedBlob {
  return {
    path,
    ...written,
    async adopt(key) {
      assertHash(key, written.sha256);
      await moveInto(path, key);
    },
    discard: () => rm(path, { force: true }),
  };
}

/** Throws `integrity` unless the key contains the hash of these bytes. */
export function assertHash(key: string, sha256: string): void {
  if (hashOfKey(key) !== sha256) {
    throw new BlobError("integrity", `the bytes are not those that ${key} names`);
  }
}

export interface WrittenFile {
  size: number;
  sha256: string;
}

interface WriteOptions {
  maxBytes?: number;
  /** False for a file that need not survive a power failure. */
  isDurable?: boolean;
  /** False if the hash is not needed. It is then empty. */
  isHashed?: boolean;
}

/**
 * Writes a new file, hashes it while writing, and syncs it. On any error the file is removed. Throws `too_large`,
 * `storage_full`, `unavailable`.
 */
export async function writeNewFile(
  path: string,
  bytes: BlobBytes,
  { maxBytes = Infinity, isDurable = true, isHashed = true }: WriteOptions = {},
): Promise<WrittenFile> {
  const hash = isHashed ? createHash("sha256") : null;
  let size = 0;
  async function* measured() {
    for await (const chunk of chunksOf(bytes)) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        throw new BlobError("too_large", `more than ${maxBytes} bytes`);
      }
      hash?.update(chunk);
      yield chunk;
    }
  }
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await writeAll(file, measured());
      if (isDurable) await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    // Where a file cannot be written, this may fail too, and must not replace the error.
    await rm(path, { force: true }).catch(() => undefined);
    throw storageError(error);
  }
  return { size, sha256: hash?.digest("hex") ?? "" };
}

const batchBytes = 512 * 1024;

/**
 * Writes several pieces per call, because a body arrives in pieces of 64 KB and each file system call costs the main
 * thread about 0.1 ms.
 */
async function writeAll(file: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let batch: Uint8Array[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const { bytesWritten } = await file.writev(batch);
    if (bytesWritten < size) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
    [batch, size] = [[], 0];
  };
  for await (const piece of pieces) {
    batch.push(piece);
    size += piece.byteLength;
    if (size >= batchBytes) await flush();
  }
  if (size > 0) await flush();
}

function chunksOf(bytes: BlobBytes): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return bytes instanceof Uint8Array ? [bytes] : bytes;
}

const chunkBytes = 1024 * 1024;

/** Opens one blob. Throws `integrity` if it is missing or cannot be read. */
export async function openBlob(path: string, key: BlobKey): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    throw readError(key, error);
  }
}

/** Throws `integrity` for a folder, which can be opened like a file. */
export async function sizeOf(file: FileHandle, key: BlobKey): Promise<number> {
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    return found.size;
  } catch (error) {
    throw readError(key, error);
  }
}

/** Reads a whole blob in pieces and compares its size and hash with the expected ones. Throws `integrity`. */
export async function verifyBlob(path: string, expected: ExpectedBlob): Promise<void> {
  const file = await openBlob(path, expected.key);
  try {
    await assertWhole(file, expected);
  } finally {
    await file.close();
  }
}

/** Whether an open file holds exactly the bytes of the blob. */
export function isWhole(file: FileHandle, expected: ExpectedBlob): Promise<boolean> {
  return assertWhole(file, expected).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BlobError) return false;
      throw error;
    },
  );
}

async function assertWhole(file: FileHandle, expected: ExpectedBlob): Promise<void> {
  if (expected.size < chunkBytes) return assertSmall(file, expected);
  await assertSize(file, expected);
  const hash = createHash("sha256");
  for await (const chunk of readRange(file, expected.key, 0, expected.size)) {
    hash.update(chunk);
  }
  assertBytes(expected, { size: expected.size, sha256: hash.digest("hex") });
}

/** Uses one read, of one byte more than expected, so that a longer blob is noticed. */
async function assertSmall(file: FileHandle, expected: ExpectedBlob): Promise<void> {
  const buffer = Buffer.allocUnsafe(expected.size + 1);
  const bytesRead = await readInto(buffer, file, expected.key, 0);
  const sha256 = sha256Hex(buffer.subarray(0, bytesRead));
  assertBytes(expected, { size: bytesRead, sha256 });
}

/** The first `most` bytes, and possibly the rest of their chunk. The source is then closed. */
export async function* upTo(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    yield chunk;
    size += chunk.byteLength;
    if (size >= most) return;
  }
}

/** Throws `integrity` unless this size and hash match the blob. */
export function assertBytes({ key, size }: ExpectedBlob, read: { size: number; sha256: string }): void {
  if (read.size !== size) throw damagedBlob(key, "altered", `has ${read.size} bytes, not ${size}`);
  if (read.sha256 !== hashOfKey(key)) throw damagedBlob(key, "altered", "has other bytes than were stored");
}

/** One stream over consecutive blobs. All of them are opened and their sizes checked first. Throws `integrity`. */
export async function openConcatenated(
  openFile: (blob: ExpectedBlob) => Promise<FileHandle>,
  blobs: readonly ExpectedBlob[],
  range?: ByteRange,
): Promise<Readable> {
  const files: FileHandle[] = [];
  try {
    for (const blob of blobs) {
      const file = await openFile(blob);
      files.push(file);
      await assertSize(file, blob);
    }
  } catch (error) {
    await closeAll(files);
    throw error;
  }
  const stream = Readable.from(readAll(files, blobs, range), { objectMode: false, highWaterMark: chunkBytes });
  // A stream destroyed before its first read never enters the generator, so its files are closed here.
  stream.once("close", () => void closeAll(files));
  return stream;
}

async function* readAll(
  files: readonly FileHandle[],
  blobs: readonly ExpectedBlob[],
  range?: ByteRange,
): AsyncGenerator<Buffer> {
  let start = 0;
  for (const [index, file] of files.entries()) {
    const { key, size } = blobs[index] ?? { key: "", size: 0 };
    const from = Math.max(0, (range?.start ?? 0) - start);
    const to = Math.min(size, (range?.end ?? Infinity) + 1 - start);
    if (from < to) {
      yield* readRange(file, key, from, to);
    }
    start += size;
  }
}

/**
 * The bytes from `from` up to, but not including, `to`. If the blob turns out to be shorter, the stream ends with an
 * error.
 */
async function* readRange(file: FileHandle, key: BlobKey, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, to - at));
    const bytesRead = await readInto(buffer, file, key, at);
    if (bytesRead === 0) {
      throw damagedBlob(key, "altered", "is shorter than it was");
    }
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Returns the number of bytes that were read. */
async function readInto(buffer: Buffer, file: FileHandle, key: BlobKey, at: number): Promise<number> {
  try {
    return (await file.read(buffer, 0, buffer.length, at)).bytesRead;
  } catch (error) {
    throw readError(key, error);
  }
}

async function assertSize(file: FileHandle, expected: ExpectedBlob): Promise<void> {
  const size = await sizeOf(file, expected.key);
  if (size !== expected.size) {
    throw damagedBlob(expected.key, "altered", `has ${size} bytes, not ${expected.size}`);
  }
}

async function closeAll(files: readonly FileHandle[]): Promise<void> {
  await Promise.all(files.map((file) => file.close().catch(() => undefined)));
}
