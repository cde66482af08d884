import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { inTurns } from "../in-turns";
import type { S3Body, S3Client } from "./s3-client";

/** Larger files go in parts, so that a broken connection costs one part, and a slow store sees no request for minutes. */
export const multipartAbove = 16 * 1024 * 1024;
/** S3 takes parts of 5 MiB and more, and 10,000 of them. */
export const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const readBytes = 256 * 1024;

/** Stores a file of this machine under a key. It is there whole once this returns; on any error nothing is, and its parts are removed. */
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
    // The sweep removes what this call cannot.
    await client.abortUpload(key, id).catch(() => undefined);
    throw error;
  }
}

/** A part is read once for its hash, which is signed, and again to be sent: it never lies in memory. */
async function partOf(file: { path: string; size: number }, start: number): Promise<S3Body> {
  const end = Math.min(start + partBytes, file.size) - 1;
  const open = () => createReadStream(file.path, { start, end, highWaterMark: readBytes });
  const hash = createHash("sha256");
  for await (const chunk of open() as AsyncIterable<Buffer>) hash.update(chunk);
  return { size: end - start + 1, sha256: hash.digest("hex"), open };
}
