import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { S3Client } from "@/lib/platform/blobs/s3-client";
import { FakeS3 } from "@/lib/platform/blobs/testing/fake-s3";
import { startRealS3, type RealS3 } from "@/lib/platform/blobs/testing/s3-server";
import { present } from "@/lib/testing/representatives";
import { s3Sink, s3Source } from "./s3-places";

const times = { withinMs: 20_000, firstMs: 1, longestMs: 20, idleMs: 20_000 };
const mebibyte = 1024 * 1024;
let fake: FakeS3;
let client: S3Client;
beforeEach(async () => {
  fake = await FakeS3.start();
  client = new S3Client(fake.place, times);
});
afterEach(async () => {
  client.close();
  await fake.stop();
});

const key = "nightly/monday.paraph";
const stored = () => [...fake.objects.keys()].toSorted();
const bytesFrom = async (name: string, from: number) => buffer(s3Source(client, name).open(from));

/** Writes pieces of the size a backup uses: smaller than the parts of an upload. */
async function writeAll(writer: { write(bytes: Buffer): Promise<void> }, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += mebibyte) await writer.write(bytes.subarray(at, at + mebibyte));
}

test("shows a backup of several parts under its name once it is complete, and can be read from any byte", async () => {
  const bytes = randomBytes(20 * mebibyte + 3);
  const sink = s3Sink(client, key);
  expect(await sink.unfinished()).toBeNull();
  const writer = await sink.open(0);
  await writeAll(writer, bytes);
  expect(stored()).toEqual([]);
  await writer.complete();
  expect([stored(), fake.uploads.size]).toEqual([[key], 0]);
  expect((await bytesFrom(key, 0)).equals(bytes)).toBe(true);
  expect((await bytesFrom(key, bytes.length - 5)).equals(bytes.subarray(-5))).toBe(true);
  await expect(s3Sink(client, key).unfinished()).rejects.toMatchObject({ problem: "file_exists" });
});

test.each([
  ["a failed", "interrupt", 21 * mebibyte],
  ["a failed, short", "interrupt", 3 * mebibyte],
  ["@exhaustive a killed", "kill", 32 * mebibyte],
] as const)("%s backup resumes after the uploaded bytes", async (_how, end, length) => {
  const bytes = randomBytes(length);
  const first = await s3Sink(client, key).open(0);
  await writeAll(first, bytes);
  if (end === "interrupt") await first.interrupt();
  const sink = s3Sink(client, key);
  const left = present(await sink.unfinished());
  expect((await buffer(left.open(0))).equals(bytes)).toBe(true);
  expect(stored()).toEqual([`${key}.part`]);

  const kept = length - 7;
  const further = randomBytes(2 * mebibyte);
  const second = await sink.open(kept);
  await writeAll(second, further);
  await second.complete();
  expect([stored(), fake.uploads.size]).toEqual([[key], 0]);
  expect((await bytesFrom(key, 0)).equals(Buffer.concat([bytes.subarray(0, kept), further]))).toBe(true);
});

test("loses no bytes when a run is killed while the store copies the earlier part", async () => {
  const bytes = randomBytes(6 * mebibyte);
  const first = await s3Sink(client, key).open(0);
  await writeAll(first, bytes);
  await first.interrupt();
  await s3Sink(client, key).open(bytes.length - mebibyte);
  const left = await s3Sink(client, key).unfinished();
  expect(left && (await buffer(left.open(0))).equals(bytes)).toBe(true);
  expect(fake.uploads.size).toBe(0);
});

test("ends the backup with the store's code when a part is refused", async () => {
  fake.faultOf = ({ query }) =>
    query.has("partNumber") ? { kind: "status", status: 403, code: "AccessDenied" } : null;
  const writer = await s3Sink(client, key).open(0);
  await expect(writeAll(writer, randomBytes(17 * mebibyte))).rejects.toMatchObject({ code: "AccessDenied" });
  await writer.interrupt();
  expect(stored()).toEqual([]);
});

describe("OpenStack Swift @exhaustive", () => {
  let server: RealS3;
  let real: S3Client;
  beforeAll(async () => {
    server = await startRealS3();
    real = new S3Client(server.place);
  });
  afterAll(async () => {
    real.close();
    await server.stop();
  });

  test("a backup is uploaded, killed, continued and read back", async () => {
    const bytes = randomBytes(48 * mebibyte);
    await writeAll(await s3Sink(real, key).open(0), bytes);
    const sink = s3Sink(real, key);
    const left = present(await sink.unfinished());
    expect((await buffer(left.open(0))).equals(bytes)).toBe(true);
    const kept = 47 * mebibyte + 11;
    const further = randomBytes(17 * mebibyte);
    const second = await sink.open(kept);
    await writeAll(second, further);
    await second.complete();
    const whole = Buffer.concat([bytes.subarray(0, kept), further]);
    expect((await buffer(s3Source(real, key).open(0))).equals(whole)).toBe(true);
    expect((await buffer(s3Source(real, key).open(kept - 3))).equals(whole.subarray(kept - 3))).toBe(true);
    await expect(s3Sink(real, key).unfinished()).rejects.toMatchObject({ problem: "file_exists" });
  });
});
