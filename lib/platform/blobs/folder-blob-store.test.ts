import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BlobError, blobKey, blobProblemOf, hashOfKey, readError } from "./blob-store";
import { folderBlobStore, type FolderBlobStore } from "./folder-blob-store";
import { sha256Hex } from "./sha256";
import { describeBlobStore } from "./testing/blob-store-suite";

let root: string;
let blobs: FolderBlobStore;
const fileUuid = randomUUID();

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "paraph-blobs-"));
  blobs = folderBlobStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const keyOf = (bytes: Buffer, uuid = fileUuid) => blobKey(uuid, sha256Hex(bytes));

async function store(bytes: Buffer) {
  const key = keyOf(bytes);
  await blobs.put(key, bytes);
  return { key, size: bytes.length };
}

async function* inPieces(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

const stagedFiles = () => readdir(path.join(root, ".staging"));

async function codeOf(attempt: Promise<unknown>): Promise<string | null> {
  return attempt.then(
    () => null,
    (error: unknown) => (error instanceof BlobError ? error.code : String(error)),
  );
}

describeBlobStore("a folder", () => ({
  blobs,
  overwrite: (key, bytes) =>
    bytes === null ? rm(blobs.path(key), { force: true }) : writeFile(blobs.path(key), bytes),
  trash: () => readdir(path.join(root, ".trash")).catch(() => []),
}));

describe("storing", () => {
  test("keeps working after its folder for unfinished files was deleted", async () => {
    await store(randomBytes(10));
    await rm(path.join(root, ".staging"), { recursive: true });
    await store(randomBytes(10)).catch(() => undefined);
    const { key } = await store(randomBytes(10));
    expect(await blobs.has(key)).toBe(true);
  });

  test("stores into a document's folder that was removed in the meantime", async () => {
    const { key } = await store(randomBytes(10));
    await rm(path.dirname(blobs.path(key)), { recursive: true });
    const { key: next } = await store(randomBytes(10));
    expect([await blobs.has(key), await blobs.has(next)]).toEqual([false, true]);
    expect(await stagedFiles()).toEqual([]);
  });

  test("returns bytes from memory and from a stream unchanged", async () => {
    const bytes = randomBytes(2_500_000);
    const key = keyOf(bytes);
    expect(await blobs.put(key, inPieces(bytes))).toEqual({ size: bytes.length, sha256: hashOfKey(key) });
    expect((await buffer(await blobs.open(key))).equals(bytes)).toBe(true);
    expect([await blobs.has(key), await blobs.size(key)]).toEqual([true, bytes.length]);
    expect(await stagedFiles()).toEqual([]);
  });

  test("stores a blob once, complete, when ten store it concurrently", async () => {
    const bytes = randomBytes(100_000);
    await Promise.all(Array.from({ length: 10 }, () => blobs.put(keyOf(bytes), bytes)));
    await blobs.verifySegments([{ key: keyOf(bytes), size: bytes.length }]);
    expect(await readdir(path.join(root, fileUuid))).toHaveLength(1);
  });

  test("rejects bytes under another hash and leaves nothing behind", async () => {
    const key = keyOf(Buffer.from("promised"));
    expect(await codeOf(blobs.put(key, Buffer.from("delivered")))).toBe("integrity");
    expect(await blobs.has(key)).toBe(false);
    expect(await stagedFiles()).toEqual([]);
  });

  test("rejects a key in every method if it would leave the folder or is not lower-case hexadecimal", async () => {
    const hash = "a".repeat(64);
    for (const key of [
      `../${hash}`,
      `${fileUuid}/../../etc/passwd`,
      `${fileUuid}/${"A".repeat(64)}`,
      `${fileUuid}/${hash}/x`,
      `/${fileUuid}/${hash}`,
      hash,
      "",
    ]) {
      expect(() => blobs.path(key)).toThrow(TypeError);
      await expect(blobs.put(key, Buffer.from("x"))).rejects.toThrow(TypeError);
      await expect(blobs.open(key)).rejects.toThrow(TypeError);
    }
  });

  test.each([
    ["ENOSPC", "storage_full"],
    ["EDQUOT", "storage_full"],
    ["EROFS", "unavailable"],
    ["EACCES", "unavailable"],
    ["EPERM", "unavailable"],
    ["EIO", "unavailable"],
    ["EMFILE", "unavailable"],
  ])("reports a write that fails with %s as %s and leaves no partial file", async (code, reported) => {
    async function* breaking() {
      yield Buffer.from("the first half");
      throw Object.assign(new Error("refused"), { code });
    }
    expect(await codeOf(blobs.stage(breaking(), { maxBytes: 1000 }))).toBe(reported);
    expect(await stagedFiles()).toEqual([]);
  });

  test("is unavailable if its folder, or that of a document, cannot be created", async () => {
    const bytes = Buffer.from("bytes");
    await writeFile(path.join(root, "file"), "not a folder");
    expect(await codeOf(folderBlobStore(path.join(root, "file")).put(keyOf(bytes), bytes))).toBe("unavailable");
    await writeFile(path.join(root, fileUuid), "not a folder");
    expect(await codeOf(blobs.put(keyOf(bytes), bytes))).toBe("unavailable");
    expect(await stagedFiles()).toEqual([]);
  });

  const replacements: [string, (place: string) => Promise<unknown>][] = [
    ["a link to itself", (place) => symlink(place, place)],
    ["a folder", (place) => mkdir(place)],
  ];
  test.each(replacements)("reports a blob that became %s as unreadable", async (_name, replace) => {
    const stored = await store(Buffer.from("bytes"));
    await rm(blobs.path(stored.key));
    await replace(blobs.path(stored.key));
    for (const read of [
      () => blobs.size(stored.key),
      () => blobs.open(stored.key),
      () => blobs.openAll([stored]),
      () => blobs.verifySegments([stored]),
      () => blobs.verifyStored(stored),
    ]) {
      const error: unknown = await read().catch((failure: unknown) => failure);
      expect([(error as BlobError).code, blobProblemOf(error)]).toEqual(["integrity", "unreadable"]);
    }
    expect(await blobs.has(stored.key)).toBe(true);
  });

  test.each([
    ["ENOENT", "integrity", "missing"],
    ["EACCES", "integrity", "unreadable"],
    ["EPERM", "integrity", "unreadable"],
    ["EIO", "unavailable", "unreadable"],
    ["EMFILE", "unavailable", null],
  ])("reports a read that fails with %s as %s, and as %s in a check", (code, reported, problem) => {
    const error = readError(keyOf(Buffer.from("bytes")), Object.assign(new Error("refused"), { code }));
    expect([(error as BlobError).code, blobProblemOf(error)]).toEqual([reported, problem]);
  });
});

describe("uploads", () => {
  test("are hashed as they arrive and become a blob when adopted", async () => {
    const bytes = randomBytes(50_000);
    const staged = await blobs.stage(inPieces(bytes), { maxBytes: 50_000 });
    expect([staged.size, staged.sha256]).toEqual([50_000, hashOfKey(keyOf(bytes))]);
    await staged.adopt(blobKey(fileUuid, staged.sha256));
    await staged.discard();
    await blobs.verifySegments([{ key: keyOf(bytes), size: bytes.length }]);
  });

  test("are rejected at the first byte over the limit", async () => {
    let pulled = 0;
    async function* endless() {
      for (;;) {
        pulled += 1;
        yield Buffer.alloc(1000);
      }
    }
    expect(await codeOf(blobs.stage(endless(), { maxBytes: 9_999 }))).toBe("too_large");
    expect(pulled).toBe(10);
    expect(await stagedFiles()).toEqual([]);
  });

  test("leave nothing behind when they are interrupted", async () => {
    async function* aborted() {
      yield Buffer.alloc(1000);
      throw new Error("the client went away");
    }
    await expect(blobs.stage(aborted(), { maxBytes: 9_999 })).rejects.toThrow("the client went away");
    expect(await stagedFiles()).toEqual([]);
  });

  test("are deleted when discarded, while a file written beside one can be adopted", async () => {
    const staged = await blobs.stage(Buffer.from("broken"), { maxBytes: 100 });
    await writeFile(`${staged.path}.repaired`, "repaired");
    const repaired = await blobs.stageFile(`${staged.path}.repaired`);
    await staged.discard();
    await repaired.adopt(blobKey(fileUuid, repaired.sha256));
    expect(repaired.sha256).toBe(hashOfKey(keyOf(Buffer.from("repaired"))));
    expect(await blobs.has(keyOf(Buffer.from("repaired")))).toBe(true);
    expect(await stagedFiles()).toEqual([]);
  });
});

describe("a file of base and tails", () => {
  test("is one stream, whole or in any range across segments", async () => {
    const parts = [randomBytes(1_200_000), randomBytes(1), randomBytes(33_000)];
    const stored = await Promise.all(parts.map(store));
    const whole = Buffer.concat(parts);
    expect((await buffer(await blobs.openAll(stored))).equals(whole)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [1_199_999, 1_200_001],
      [1_200_000, 1_200_000],
      [5, 1_233_000],
      [1_233_000, 1_233_000],
    ] as const) {
      expect((await buffer(await blobs.openAll(stored, { start, end }))).equals(whole.subarray(start, end + 1))).toBe(
        true,
      );
    }
  });

  test("is checked for a deleted, truncated, changed or swapped blob", async () => {
    const parts = [randomBytes(2_000_000), randomBytes(500)];
    const stored = await Promise.all(parts.map(store));
    const [base, tail] = stored.map(({ key }) => blobs.path(key)) as [string, string];
    expect(await codeOf(blobs.verifySegments(stored))).toBe(null);

    const flipped = Buffer.from(parts[0] ?? "");
    flipped[1_234_567] = (flipped[1_234_567] ?? 0) ^ 1;
    await writeFile(base, flipped);
    expect(await codeOf(blobs.verifySegments(stored))).toBe("integrity");
    await writeFile(base, parts[0] ?? "");

    await writeFile(tail, Buffer.concat([parts[1] ?? Buffer.alloc(0), Buffer.from(" ")]));
    expect(await codeOf(blobs.verifySegments(stored))).toBe("integrity");
    await truncate(tail, 499);
    expect(await codeOf(blobs.verifySegments(stored))).toBe("integrity");
    expect(await codeOf(blobs.openAll(stored))).toBe("integrity");

    await rename(base, tail);
    expect(await codeOf(blobs.verifySegments(stored))).toBe("integrity");
    expect(await codeOf(blobs.openAll(stored))).toBe("integrity");
    expect(await codeOf(blobs.size(stored[0]?.key ?? ""))).toBe("integrity");
  });
});

/** Options of a sweep as of today that keeps anything younger than one day. */
const dayOld = (...known: string[]) => ({
  known: () => Promise.resolve(new Set(known)),
  recognised: (keys: readonly string[]) => Promise.resolve(new Set(keys)),
  olderThan: new Date(Date.now() - 24 * 3_600_000),
  now: new Date(),
});

describe("sweeping", () => {
  test("removes a document's folder a day after its last blob, but no folder with a blob or of another origin", async () => {
    const bytes = Buffer.from("bytes");
    const [gone, goneNow, kept] = [randomUUID(), randomUUID(), randomUUID()];
    for (const uuid of [gone, goneNow, kept]) await blobs.put(keyOf(bytes, uuid), bytes);
    for (const uuid of [gone, goneNow]) await blobs.remove(keyOf(bytes, uuid));
    await mkdir(path.join(root, "not-ours"));
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    for (const folder of [gone, kept, "not-ours"]) await utimes(path.join(root, folder), dayBefore, dayBefore);

    expect(await blobs.sweepOrphans(dayOld(keyOf(bytes, kept)))).toEqual({ kind: "swept", trashed: 0, removed: 0 });
    expect((await readdir(root)).sort()).toEqual([".staging", goneNow, kept, "not-ours"].sort());
    expect(await blobs.has(keyOf(bytes, kept))).toBe(true);
    await blobs.put(keyOf(bytes, gone), bytes);
  });

  test("stores a blob completely while its empty folder is being removed @exhaustive", async () => {
    const bytes = Buffer.from("bytes");
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    for (let round = 0; round < 50; round++) {
      const key = keyOf(bytes, randomUUID());
      const folder = path.dirname(blobs.path(key));
      await mkdir(folder);
      await utimes(folder, dayBefore, dayBefore);
      await Promise.all([blobs.put(key, bytes), blobs.sweepOrphans(dayOld(key))]);
      expect(await blobs.has(key)).toBe(true);
    }
  });

  test("removes only old unknown files", async () => {
    const [known, orphan, fresh] = (
      await Promise.all([randomBytes(10), randomBytes(11), randomBytes(12)].map(store))
    ).map(({ key }) => key) as [string, string, string];
    const leftover = await blobs.stage(Buffer.from("never adopted"), { maxBytes: 100 });
    const arriving = await blobs.stage(Buffer.from("just now"), { maxBytes: 100 });
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await Promise.all(
      [blobs.path(known), blobs.path(orphan), leftover.path].map((file) => utimes(file, dayBefore, dayBefore)),
    );

    expect(await blobs.sweepOrphans(dayOld(known))).toEqual({ kind: "swept", trashed: 1, removed: 1 });
    expect(await Promise.all([known, orphan, fresh].map((key) => blobs.has(key)))).toEqual([true, false, true]);
    expect(await stagedFiles()).toEqual([path.basename(arriving.path)]);
  });

  test("finds nothing in a missing folder, which the readiness check creates", async () => {
    const empty = folderBlobStore(path.join(root, "not-yet"));
    expect(await empty.sweepOrphans(dayOld())).toEqual({ kind: "swept", trashed: 0, removed: 0 });
    await empty.check();
    expect(await readdir(path.join(root, "not-yet"))).toEqual([".staging"]);
  });

  test("keeps an orphan in the trash for seven days", async () => {
    const { key } = await store(Buffer.from("orphan"));
    const long = new Date(Date.now() - 30 * 24 * 3_600_000);
    await utimes(blobs.path(key), long, long);
    await blobs.sweepOrphans(dayOld());
    const inTrash = () => readdir(path.join(root, ".trash"));
    expect(await inTrash()).toEqual([key.replace("/", ".")]);
    const later = (days: number) => ({ ...dayOld(), now: new Date(Date.now() + days * 24 * 3_600_000) });
    await blobs.sweepOrphans(later(6));
    expect(await inTrash()).toHaveLength(1);
    await blobs.sweepOrphans(later(8));
    expect(await inTrash()).toEqual([]);
  });

  test("sets the time of an orphan before it moves, so that a crash in between does not end its time in the trash", async () => {
    const { key } = await store(Buffer.from("orphan"));
    const long = new Date(Date.now() - 30 * 24 * 3_600_000);
    await utimes(blobs.path(key), long, long);
    const sweep = dayOld();
    // A file cannot be moved to where a folder is.
    await mkdir(path.join(root, ".trash", key.replace("/", ".")), { recursive: true });
    await expect(blobs.sweepOrphans(sweep)).rejects.toMatchObject({ code: "EISDIR" });
    expect((await stat(blobs.path(key))).mtimeMs).toBeCloseTo(sweep.now.getTime(), -1);
  });

  test("moves nothing when the database has hardly any of the documents", async () => {
    const keys = (
      await Promise.all(Array.from({ length: 35 }, (_, index) => store(Buffer.from(`document ${index}`))))
    ).map(({ key }) => key);
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await Promise.all(keys.map((key) => utimes(blobs.path(key), dayBefore, dayBefore)));
    const unknown = { ...dayOld(), recognised: () => Promise.resolve(new Set<string>()) };
    expect(await blobs.sweepOrphans(unknown)).toEqual({ kind: "stopped", orphans: 35, total: 35 });
    expect(await Promise.all(keys.map((key) => blobs.has(key)))).not.toContain(false);
  });
});
