import { createHash, type Hash } from "node:crypto";
import type { ByteSource } from "./byte-source";
import { PdfError } from "./errors";

const CHUNK_BYTES = 1024 * 1024;

/** One buffer for every pass: the loop never yields, so no two passes can share it at once. */
let chunk: Buffer | null = null;

/**
 * SHA-256 of the file as it stands, left open: `copy()` of it starts both the digest of a ByteRange and the hash
 * of the file with its new tail, so that the bytes are read once.
 * Throws PdfError `changed_underneath` when `expectedSha256` (hexadecimal) is given and differs.
 */
export function hashSource(source: ByteSource, expectedSha256: string | null): Hash {
  const hash = createHash("sha256");
  chunk ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let offset = 0; offset < source.size;) {
    const count = source.readInto(chunk, offset);
    hash.update(chunk.subarray(0, count));
    offset += count;
  }
  if (expectedSha256 !== null && hash.copy().digest("hex") !== expectedSha256) {
    throw new PdfError("changed_underneath", "the file is not the one that was asked for");
  }
  return hash;
}
