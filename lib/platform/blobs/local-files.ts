import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import { BlobError, hashOfKey, storageError, type BlobBytes, type StagedBlob } from "./blob-store";

/** A file that another process wrote: synced here, because that process may not have. */
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

/** `moveInto` takes the synced file to where a key lives. */
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

/** Throws `integrity` unless the key is the name of these bytes. */
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
  /** False for a file that need not outlive a power cut. */
  isDurable?: boolean;
  /** False where nobody asks for the hash, which is empty then. */
  isHashed?: boolean;
}

/** Writes a new file, hashes it on the way, and syncs it. On any error the file is removed. Throws `too_large`, `storage_full`. */
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
    await rm(path, { force: true });
    throw storageError(error);
  }
  return { size, sha256: hash?.digest("hex") ?? "" };
}

const batchBytes = 512 * 1024;

/** Several pieces a call: a body arrives in pieces of 64 KB, and each call of the file system takes the main thread some 0.1 ms. */
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
