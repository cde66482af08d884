import { createHash } from "node:crypto";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";

const chunkBytes = 1024 * 1024;

/**
 * SHA-256 of the first `size` bytes for each size, in one pass over the file. Sizes beyond its end are omitted.
 * Lower-case hex.
 */
export function hashPrefixes(source: ByteSource, sizes: Iterable<number>): Map<number, string> {
  const wanted = [...new Set(sizes)]
    .filter((size) => Number.isSafeInteger(size) && size >= 0 && size <= source.size)
    .sort((a, b) => a - b);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const hash = createHash("sha256");
  const hashes = new Map<number, string>();
  let offset = 0;
  for (const size of wanted) {
    while (offset < size) {
      const count = source.readInto(chunk.subarray(0, Math.min(chunkBytes, size - offset)), offset);
      hash.update(chunk.subarray(0, count));
      offset += count;
    }
    hashes.set(size, hash.copy().digest("hex"));
  }
  return hashes;
}
