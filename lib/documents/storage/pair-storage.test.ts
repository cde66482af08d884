import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { files } from "@/db/schema/files";
import { settings } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { confirmStoppedSweep, readSweepState, sweepBlobs } from "@/lib/documents/sweep";
import { BlobError, blobKey } from "@/lib/platform/blobs/blob-store";
import { folderBlobStore, type FolderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { checkDocuments } from "./check-documents";
import { pairStorage } from "./pair-storage";

const db = useRolledBackDatabase();
const testContext = useTestContext();
let root: string;
let blobs: FolderBlobStore;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "paraph-pair-"));
  blobs = folderBlobStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A context with a storage used only by this test. */
const context = () => testContext(db(), { blobs });

test("pairs a new database with a new folder for good", async () => {
  await pairStorage(db(), blobs);
  const id = await blobs.readOwner();
  await pairStorage(db(), blobs);
  expect([id, await blobs.readOwner()]).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    `${String(id)} generation 1`,
  ]);
});

test("pairs only one of two new databases that start on one empty folder, and refuses the other", async () => {
  const other = new Proxy(blobs, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (name !== "claimOwner") return typeof own === "function" ? (own.bind(target) as unknown) : own;
      return async (line: string) => {
        await target.claimOwner(randomUUID());
        return target.claimOwner(line);
      };
    },
  });
  await expect(pairStorage(db(), other)).rejects.toMatchObject({ problem: "database" });
  await expect(pairStorage(db(), blobs)).rejects.toMatchObject({ problem: "database" });
});

test("pairs a database and a folder from before ids existed if the documents are there", async () => {
  await makeRequest(context());
  await pairStorage(db(), blobs);
  expect(await blobs.readOwner()).not.toBeNull();
});

test("refuses a folder of documents for an empty database, and the sweep moves none of them", async () => {
  const ctx = context();
  const { file } = await makeRequest(ctx);
  const place = blobs.path(blobKey(file.uuid, file.sha256));
  await utimes(place, new Date(0), new Date(0));
  await blobs.writeOwner(randomUUID());
  await db().insert(settings).values({ name: "instance_id", value: randomUUID() });
  await expect(pairStorage(db(), blobs)).rejects.toMatchObject({ problem: "database" });
  expect(await sweepBlobs(ctx)).toEqual({ kind: "foreign" });
  expect(await readSweepState(ctx)).toEqual({ kind: "foreign" });
  expect(await blobs.has(blobKey(file.uuid, file.sha256))).toBe(true);
});

test("moves none of a few documents for a database that lost its rows, and reports it until a normal sweep", async () => {
  const ctx = context();
  const { file } = await makeRequest(ctx);
  await pairStorage(db(), blobs);
  const lost = blobKey(randomUUID(), "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae");
  await blobs.put(lost, Buffer.from("foo"));
  await Promise.all(
    [blobKey(file.uuid, file.sha256), lost].map((key) => utimes(blobs.path(key), new Date(0), new Date(0))),
  );
  await db().update(files).set({ uuid: randomUUID() });
  expect(await sweepBlobs(ctx)).toEqual({ kind: "stopped", orphans: 2, total: 2 });
  expect(await readSweepState(ctx)).toEqual({ kind: "stopped", orphans: 2, total: 2 });
  expect([await blobs.has(lost), await blobs.has(blobKey(file.uuid, file.sha256))]).toEqual([true, true]);
  await db().update(files).set({ uuid: file.uuid });
  expect(await sweepBlobs(ctx)).toEqual({ kind: "stopped", orphans: 1, total: 2 });
  expect(await blobs.has(lost)).toBe(true);
  await rm(blobs.path(lost));
  expect(await sweepBlobs(ctx)).toMatchObject({ kind: "swept", trashed: 0 });
  expect(await readSweepState(ctx)).toEqual({ kind: "swept" });
});

test("moves nothing for a database that was set back, until an operator confirms it", async () => {
  const ctx = context();
  await pairStorage(db(), blobs);
  const older = await db().select().from(settings);
  await pairStorage(db(), blobs);
  const lost = blobKey(randomUUID(), "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae");
  await blobs.put(lost, Buffer.from("foo"));
  await utimes(blobs.path(lost), new Date(0), new Date(0));
  for (const { name, value } of older) await db().update(settings).set({ value }).where(eq(settings.name, name));
  await db().delete(settings).where(eq(settings.name, "storage_generation"));
  await pairStorage(db(), blobs);
  expect(await sweepBlobs(ctx)).toEqual({ kind: "set_back" });
  expect(await readSweepState(ctx)).toEqual({ kind: "set_back" });
  await pairStorage(db(), blobs, { force: true });
  expect(await sweepBlobs(ctx)).toEqual({ kind: "stopped", orphans: 1, total: 1 });
  expect(await blobs.has(lost)).toBe(true);
  await confirmStoppedSweep(db());
  expect(await sweepBlobs(ctx)).toMatchObject({ kind: "swept", trashed: 1 });
  expect(await readSweepState(ctx)).toEqual({ kind: "swept" });
});

test("starts and sweeps on a full storage, and counts on once there is space", async () => {
  await pairStorage(db(), blobs);
  const full = vi.spyOn(blobs, "writeOwner").mockRejectedValue(new BlobError("storage_full", "no space left"));
  await pairStorage(db(), blobs);
  expect(await sweepBlobs(context())).toMatchObject({ kind: "swept" });
  full.mockRestore();
  expect(await blobs.readOwner()).not.toContain("generation");
  await pairStorage(db(), blobs);
  expect(await blobs.readOwner()).toContain("generation 3");
});

test("treats documents as foreign if the database has none of them", async () => {
  await blobs.put(
    blobKey(randomUUID(), "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"),
    Buffer.from("foo"),
  );
  await expect(pairStorage(db(), blobs)).rejects.toMatchObject({ problem: "stranger" });
  expect(await readdir(root)).not.toContain(".instance");
});

test("refuses a folder without any of the documents, because it may not be mounted", async () => {
  await makeRequest(context());
  const empty = folderBlobStore(path.join(root, "other"));
  await expect(pairStorage(db(), empty)).rejects.toMatchObject({ problem: "documents" });
  await pairStorage(db(), empty, { force: true });
  await pairStorage(db(), empty);
});

test("names each document whose bytes are missing or altered", async () => {
  const ctx = context();
  const requests = [
    await makeRequest(ctx),
    await makeRequest(ctx),
    await makeRequest(ctx),
    await makeRequest(ctx),
  ] as const;
  const [sound, missing, cut, flipped] = requests.map(({ file }) => file.uuid);
  const place = (at: 1 | 2 | 3) => blobs.path(blobKey(requests[at].file.uuid, requests[at].file.sha256));
  await rm(place(1));
  await truncate(place(2), 10);
  await writeFile(place(3), Buffer.alloc(requests[3].file.size));
  const found = async (readBytes: boolean) => {
    const list = [];
    for await (const { uuid, problem } of checkDocuments(ctx, { readBytes })) list.push({ uuid, problem });
    return list;
  };
  const bySize = [
    { uuid: missing, problem: "missing" },
    { uuid: cut, problem: "altered" },
  ];
  expect(await found(false)).toEqual(bySize);
  expect(await found(true)).toEqual([...bySize, { uuid: flipped, problem: "altered" }]);
  expect(sound).toBeDefined();
});
