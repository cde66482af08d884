import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BlobStore } from "./blob-store";
import { s3BlobStore } from "./s3-blob-store";
import { S3Client, textBody } from "./s3-client";
import { describeBlobStore, keyOf } from "./testing/blob-store-suite";
import { startRealS3, type RealS3 } from "./testing/s3-server";

describe("OpenStack Swift @exhaustive", () => {
  let server: RealS3;
  let root: string;
  let blobs: BlobStore;
  let client: S3Client;
  let prefix = "";
  let tests = 0;

  beforeAll(async () => {
    server = await startRealS3();
    client = new S3Client(server.place);
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "paraph-real-s3-"));
    prefix = `test-${(tests += 1)}/`;
    blobs = s3BlobStore({ ...server.place, prefix, cacheDir: path.join(root, "cache"), cacheBytes: 2 ** 30 });
  });
  afterEach(async () => {
    await blobs.close();
    await rm(root, { recursive: true, force: true });
  });

  describeBlobStore("OpenStack Swift", () => ({
    blobs,
    overwrite: (key, bytes) =>
      bytes === null
        ? client.delete(`${prefix}${key}`)
        : client.put(`${prefix}${key}`, {
            size: bytes.length,
            sha256: keyOf(bytes).slice(-64),
            open: () => Readable.from([bytes]),
          }),
    async trash() {
      const names: string[] = [];
      for await (const { key } of client.list(`${prefix}.trash/`)) names.push(path.basename(key));
      return names;
    },
  }));

  test("has an unfinished multipart upload swept", async () => {
    const key = keyOf(Buffer.from("x"));
    await client.startUpload(`${prefix}${key}`);
    const sweep = (olderThan: number) =>
      blobs.sweepOrphans({
        known: () => Promise.resolve(new Set()),
        recognised: (keys) => Promise.resolve(new Set(keys)),
        olderThan: new Date(olderThan),
        now: new Date(),
      });
    expect(await sweep(Date.now() - 86_400_000)).toMatchObject({ removed: 0 });
    expect(await sweep(Date.now() + 86_400_000)).toMatchObject({ removed: 1 });
  });

  test("rejects a body that does not match its signature", async () => {
    const body = { ...textBody("delivered"), sha256: textBody("promised!").sha256 };
    await expect(client.put(`${prefix}x`, body)).rejects.toMatchObject({ name: "S3Error" });
    expect(await client.readText(`${prefix}x`)).toBe(null);
  });

  test("reports wrong keys and a missing bucket by code", async () => {
    const codeOf = (changes: object) =>
      new S3Client({ ...server.place, ...changes }).readText("x").catch((e: unknown) => e);
    expect(await codeOf({ secretAccessKey: "wrong" })).toMatchObject({ code: "SignatureDoesNotMatch" });
    expect(await codeOf({ bucket: "absent" })).toMatchObject({ code: "NoSuchBucket" });
  });
});
