import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { blobKey, type BlobKey, type BlobStore } from "@/lib/platform/blobs/blob-store";
import { folderBlobStore, type FolderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { s3BlobStore } from "@/lib/platform/blobs/s3-blob-store";
import { FakeS3 } from "@/lib/platform/blobs/testing/fake-s3";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { moveStorage } from "./move-storage";
import { pairStorage, raiseGeneration } from "./pair-storage";

const db = useRolledBackDatabase();
const testContext = useTestContext();
let root: string;
let fake: FakeS3;
let folder: FolderBlobStore;
let bucket: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "paraph-move-"));
  fake = await FakeS3.start();
  folder = folderBlobStore(path.join(root, "blobs"));
  bucket = s3BlobStore({ ...fake.place, prefix: "", cacheDir: path.join(root, "cache"), cacheBytes: 2 ** 30 });
});
afterEach(async () => {
  await bucket.close();
  await fake.stop();
  await rm(root, { recursive: true, force: true });
});

async function move(from: BlobStore, to: BlobStore) {
  let last = null;
  for await (const progress of moveStorage(from, to)) last = progress;
  return last;
}

async function keysOf(blobs: BlobStore): Promise<BlobKey[]> {
  const keys: BlobKey[] = [];
  for await (const key of blobs.list(new Date(Date.now() + 3_600_000))) keys.push(key);
  return keys.sort();
}

async function documents(count: number) {
  for (let index = 0; index < count; index++) await makeRequest(testContext(db(), { blobs: folder }));
}

test("moves documents to a bucket and back, and each time the previous store stops matching the database", async () => {
  await documents(3);
  await pairStorage(db(), folder);
  await move(folder, bucket);
  expect(await keysOf(bucket)).toEqual(await keysOf(folder));
  expect(await raiseGeneration(db(), bucket)).toBe("foreign");

  await pairStorage(db(), bucket);
  await pairStorage(db(), bucket);
  expect([await raiseGeneration(db(), bucket), await raiseGeneration(db(), folder)]).toEqual(["raised", "foreign"]);
  await expect(pairStorage(db(), folder)).rejects.toMatchObject({ problem: "database" });

  await makeRequest(testContext(db(), { blobs: bucket }));
  await move(bucket, folder);
  await pairStorage(db(), folder);
  expect(await keysOf(folder)).toEqual(await keysOf(bucket));
  expect([await raiseGeneration(db(), bucket), await raiseGeneration(db(), folder)]).toEqual(["foreign", "raised"]);
});

test("reports documents stored after the copy at start, and copies them in another run", async () => {
  await documents(2);
  await pairStorage(db(), folder);
  const first = await move(folder, bucket);
  await documents(1);
  await expect(pairStorage(db(), bucket)).rejects.toMatchObject({ problem: "moving" });
  expect(await raiseGeneration(db(), folder)).toBe("raised");
  const again = await move(folder, bucket);
  expect(again).toMatchObject({ present: first?.copied });
  expect(again?.copied).toBeGreaterThan(0);
  await pairStorage(db(), bucket);
});

test("resumes a move that a store failure interrupted @exhaustive", async () => {
  await documents(3);
  await pairStorage(db(), folder);
  let puts = 0;
  fake.faultOf = ({ method }) =>
    method === "PUT" && (puts += 1) > 3 ? { kind: "status", status: 403, code: "AccessDenied" } : null;
  await expect(move(folder, bucket)).rejects.toMatchObject({ code: "unavailable" });
  await expect(pairStorage(db(), bucket)).rejects.toMatchObject({ problem: "moving" });
  fake.faultOf = () => null;
  expect((await move(folder, bucket))?.present).toBeGreaterThan(0);
  await pairStorage(db(), bucket);
});

test("reports a damaged document and copies the others, and a start without it needs --pair", async () => {
  await documents(2);
  await pairStorage(db(), folder);
  const [key = "", ...others] = await keysOf(folder);
  const intact = await readFile(folder.path(key));
  await writeFile(folder.path(key), "not what was stored");
  expect(await move(folder, bucket)).toMatchObject({ copied: others.length, damaged: [key] });
  expect(await keysOf(bucket)).toEqual(others);
  await expect(pairStorage(db(), bucket)).rejects.toMatchObject({ problem: "moving" });

  await writeFile(folder.path(key), intact);
  expect(await move(folder, bucket)).toMatchObject({ copied: 1, present: others.length, damaged: [] });
  await bucket.remove(key);
  await pairStorage(db(), bucket, { force: true });
  expect(await raiseGeneration(db(), bucket)).toBe("raised");
});

test("refuses a target with documents of another instance, and an unused source", async () => {
  await expect(move(folder, bucket)).rejects.toMatchObject({ problem: "unclaimed" });
  await documents(1);
  await pairStorage(db(), folder);
  await bucket.put(
    blobKey(randomUUID(), "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"),
    Buffer.from("foo"),
  );
  await expect(move(folder, bucket)).rejects.toMatchObject({ problem: "foreign" });
  await bucket.writeOwner(randomUUID());
  await expect(move(folder, bucket)).rejects.toMatchObject({ problem: "foreign" });
  expect(await keysOf(bucket)).toHaveLength(1);
});
