import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { inTurns } from "./in-turns";
import type { S3Body, S3Client } from "./s3-client";

/**
 * Larger files are uploaded in parts, so that a broken connection costs only one part and no single request to a slow
 * store takes minutes.
 */
export const multipartAbove = 16 * 1024 * 1024;
/** S3 accepts parts of at least 5 MiB, and up to 10,000 of them. */
export const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const readBytes = 256 * 1024;

/**
 * Stores a local file under a key. The whole object exists once this returns. On any error there is no object, and its
 * parts are removed.
 */
export async function uploadFile(
  client: S3Client,
  key: string,
  file: { path: string; size: number; sha256: string },
): Promise<void> {
  if (file.size <= multipartAbove) {
    await client.put(key, { size: file.size, sha256: file.sha256, open: () => createReadStream(file.path) });
    return;
  }
  const id = await client.startUpload(key);
  try {
    const parts = Array.from({ length: Math.ceil(file.size / partBytes) }, (_, index) => index);
    const etags = await inTurns(parts, partsAtOnce, async (index) =>
      client.putPart(key, id, index + 1, await partOf(file, index * partBytes)),
    );
    await client.completeUpload(key, id, etags, file.size);
  } catch (error) {
    // The sweep removes parts that this call cannot.
    await client.abortUpload(key, id).catch(() => undefined);
    throw error;
  }
}

/** A part is read once for its hash, which is signed, and again when it is sent, so it is never held in memory. */
async function partOf(file: { path: string; size: number }, start: number): Promise<S3Body> {
  const end = Math.min(start + partBytes, file.size) - 1;
  const open = () => createReadStream(file.path, { start, end, highWaterMark: readBytes });
  const hash = createHash("sha256");
  for await (const chunk of open() as AsyncIterable<Buffer>) hash.update(chunk);
  return { size: end - start + 1, sha256: hash.digest("hex"), open };
}
