import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { BlobError, storageError } from "./blob-errors";
import type { BlobBytes } from "./blob-store";

export interface WrittenFile {
  size: number;
  sha256: string;
}

/** Writes a new file and syncs it, hashing on the way. On any error the file is removed. Throws `too_large`, `storage_full`. */
export async function writeNewFile(path: string, bytes: BlobBytes, maxBytes = Infinity): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let size = 0;
  async function* measured() {
    for await (const chunk of chunksOf(bytes)) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        throw new BlobError("too_large", `more than ${maxBytes} bytes`);
      }
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await writeFile(file, measured());
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw storageError(error);
  }
  return { size, sha256: hash.digest("hex") };
}

function chunksOf(bytes: BlobBytes): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return bytes instanceof Uint8Array ? [bytes] : bytes;
}

/** Makes a rename in this folder survive a power cut. Windows has no such call; there the rename itself is journalled. */
export async function syncFolder(path: string): Promise<void> {
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
