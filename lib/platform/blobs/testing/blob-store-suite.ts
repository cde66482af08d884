import { randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { dayMs } from "@/lib/platform/locale/format";
import { BlobError, blobKey, hashOfKey, type BlobKey, type BlobStore } from "../blob-store";
import { sha256Hex } from "../sha256";

export interface StoreUnderTest {
  blobs: BlobStore;
  /** Overwrites the bytes in the store; null removes them. Copies cached on this machine remain. */
  overwrite: (key: BlobKey, bytes: Buffer | null) => Promise<void>;
  /** Names in the trash. */
  trash: () => Promise<string[]>;
}

export const keyOf = (bytes: Buffer, uuid: string = randomUUID()) => blobKey(uuid, sha256Hex(bytes));

export async function* inPieces(bytes: Buffer, size = 100_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function codeOf(attempt: Promise<unknown>): Promise<string | null> {
  return attempt.then(
    () => null,
    (error: unknown) => (error instanceof BlobError ? error.code : String(error)),
  );
}

/** The guarantees of every blob store. `mark` is appended to the group's title. */
export function describeBlobStore(name: string, open: () => StoreUnderTest, mark = ""): void {
  const store = async (bytes: Buffer) => {
    const key = keyOf(bytes);
    await open().blobs.put(key, bytes);
    return { key, size: bytes.length };
  };

  describe(`${name} as a store of blobs${mark}`, () => {
    test("returns bytes from memory and from a stream unchanged", async () => {
      const { blobs } = open();
      const bytes = randomBytes(2_500_000);
      const key = keyOf(bytes);
      expect(await blobs.put(key, inPieces(bytes))).toEqual({ size: bytes.length, sha256: hashOfKey(key) });
      expect((await buffer(await blobs.open(key))).equals(bytes)).toBe(true);
      expect([await blobs.has(key), await blobs.size(key)]).toEqual([true, bytes.length]);
    });

    test("returns 20 MB unchanged @exhaustive", async () => {
      const { blobs } = open();
      const bytes = randomBytes(20_000_000);
      const upload = await blobs.stage(inPieces(bytes), { maxBytes: bytes.length });
      const key = keyOf(bytes);
      await upload.adopt(key);
      await blobs.verifyStored({ key, size: bytes.length });
      expect((await buffer(await blobs.open(key))).equals(bytes)).toBe(true);
    });

    test("stores a blob whole when ten callers store it at once", async () => {
      const { blobs } = open();
      const bytes = randomBytes(100_000);
      const key = keyOf(bytes);
      await Promise.all(Array.from({ length: 10 }, () => blobs.put(key, bytes)));
      await blobs.verifyStored({ key, size: bytes.length });
    });

    test("rejects bytes under another hash", async () => {
      const { blobs } = open();
      const key = keyOf(Buffer.from("promised"));
      expect(await codeOf(blobs.put(key, Buffer.from("delivered")))).toBe("integrity");
      expect(await blobs.has(key)).toBe(false);
    });

    test("rejects a malformed key in every method", async () => {
      const { blobs } = open();
      for (const key of [`../${"a".repeat(64)}`, `${randomUUID()}/../../etc/passwd`, "a".repeat(64), ""]) {
        await expect(blobs.put(key, Buffer.from("x"))).rejects.toThrow(TypeError);
        await expect(blobs.open(key)).rejects.toThrow(TypeError);
        await expect(blobs.has(key)).rejects.toThrow(TypeError);
        await expect(blobs.withFiles([{ key, size: 1 }], () => Promise.resolve())).rejects.toThrow(TypeError);
      }
    });

    test("leaves no blob after an upload over the limit or an interrupted one", async () => {
      const { blobs } = open();
      async function* aborted() {
        yield Buffer.alloc(1000);
        throw new Error("the client went away");
      }
      await expect(blobs.stage(aborted(), { maxBytes: 9_999 })).rejects.toThrow("the client went away");
      expect(await codeOf(blobs.stage(Buffer.alloc(10_000), { maxBytes: 9_999 }))).toBe("too_large");
    });

    test("adopts a file that the engine wrote beside an upload", async () => {
      const { blobs } = open();
      const staged = await blobs.stage(Buffer.from("broken"), { maxBytes: 100 });
      await writeFile(`${staged.path}.repaired`, "repaired");
      const repaired = await blobs.stageFile(`${staged.path}.repaired`);
      await staged.discard();
      const key = blobKey(randomUUID(), repaired.sha256);
      await repaired.adopt(key);
      await repaired.discard();
      expect((await buffer(await blobs.openAll([{ key, size: 8 }]))).toString()).toBe("repaired");
    });

    test("reads base and tails as one stream, whole or in any range across segments", async () => {
      const parts = [randomBytes(1_200_000), randomBytes(1), randomBytes(33_000)];
      const stored = await Promise.all(parts.map(store));
      const whole = Buffer.concat(parts);
      const { blobs } = open();
      expect((await buffer(await blobs.openAll(stored))).equals(whole)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [1_199_999, 1_200_001],
        [5, 1_233_000],
      ] as const) {
        const read = await buffer(await blobs.openAll(stored, { start, end }));
        expect(read.equals(whole.subarray(start, end + 1))).toBe(true);
      }
    });

    test("gives the engine each blob as a file with its bytes", async () => {
      const parts = [randomBytes(50_000), randomBytes(10)];
      const stored = await Promise.all(parts.map(store));
      const read = await open().blobs.withFiles(stored, (files) =>
        Promise.all(files.map(({ path }) => readFile(path))),
      );
      expect(read.map((bytes, index) => bytes.equals(parts[index] ?? Buffer.alloc(0)))).toEqual([true, true]);
    });

    test("detects a blob that was deleted, truncated, changed or swapped in the store", async () => {
      const { blobs, overwrite } = open();
      const bytes = randomBytes(300_000);
      const blob = await store(bytes);
      expect(await codeOf(blobs.verifyStored(blob))).toBe(null);
      const flipped = Buffer.from(bytes);
      flipped[123_456] = (flipped[123_456] ?? 0) ^ 1;
      for (const damage of [flipped, bytes.subarray(1), randomBytes(300_000), null]) {
        await overwrite(blob.key, damage);
        expect(await codeOf(blobs.verifyStored(blob))).toBe("integrity");
      }
      expect(await blobs.has(blob.key)).toBe(false);
      expect(await codeOf(blobs.size(blob.key))).toBe("integrity");
    });

    test("removes a blob, and does nothing when it is removed again", async () => {
      const { blobs } = open();
      const blob = await store(randomBytes(1000));
      await blobs.remove(blob.key);
      await blobs.remove(blob.key);
      expect(await blobs.has(blob.key)).toBe(false);
      expect(await codeOf(blobs.verifySegments([blob]))).toBe("integrity");
    });

    test("keeps orphans in the trash for seven days, and moves no known or recent blob", async () => {
      const { blobs, trash } = open();
      const [known, orphan] = [await store(randomBytes(100)), await store(randomBytes(101))];
      const sweep = (olderThan: number, now: number) =>
        blobs.sweepOrphans({
          known: (keys) => Promise.resolve(new Set(keys.filter((key) => key !== orphan.key))),
          recognised: (keys) => Promise.resolve(new Set(keys)),
          olderThan: new Date(Date.now() + olderThan),
          now: new Date(Date.now() + now),
        });
      expect(await sweep(-dayMs, 0)).toMatchObject({ kind: "swept", trashed: 0 });
      expect(await sweep(dayMs, 0)).toMatchObject({ kind: "swept", trashed: 1 });
      expect([await blobs.has(known.key), await blobs.has(orphan.key)]).toEqual([true, false]);
      expect(await trash()).toContain(orphan.key.replace("/", "."));
      await sweep(-dayMs, 6 * dayMs);
      expect(await trash()).toContain(orphan.key.replace("/", "."));
      await sweep(-dayMs, 8 * dayMs);
      expect(await trash()).toEqual([]);
    });

    test("keeps unknown blobs above 5 %, whatever their number, and moves leftovers of known documents", async () => {
      const { blobs } = open();
      const stored = await Promise.all(Array.from({ length: 20 }, () => store(randomBytes(10))));
      const keys = stored.map(({ key }) => key);
      const before = (count: number) => (candidates: readonly string[]) =>
        Promise.resolve(new Set(candidates.filter((key) => keys.indexOf(key) < count)));
      const sweep = (known: number, recognised: number, isConfirmed = false) =>
        blobs.sweepOrphans({
          known: before(known),
          recognised: before(recognised),
          isConfirmed,
          olderThan: new Date(Date.now() + dayMs),
          now: new Date(),
        });
      const stay = async () => (await Promise.all(keys.map((key) => blobs.has(key)))).filter(Boolean).length;
      expect(await sweep(0, 0)).toEqual({ kind: "stopped", orphans: 20, total: 20 });
      expect(await sweep(18, 18)).toEqual({ kind: "stopped", orphans: 2, total: 20 });
      expect(await stay()).toBe(20);
      expect(await sweep(19, 19)).toMatchObject({ kind: "swept", trashed: 1 });
      expect(await sweep(14, 17)).toEqual({ kind: "stopped", orphans: 2, total: 19 });
      expect(await stay()).toBe(16);
      expect(await sweep(14, 14, true)).toMatchObject({ kind: "swept", trashed: 2 });
      expect(await stay()).toBe(14);
    });

    test("gives an unclaimed store to one of several owners that claim it at once", async () => {
      const { blobs } = open();
      for (const left of [null, ""]) {
        if (left !== null) await blobs.writeOwner(left);
        const lines = ["first", "second", "third", "fourth"].slice(0, left === null ? 4 : 1);
        const claimed = await Promise.all(lines.map((line) => blobs.claimOwner(line)));
        expect(claimed.filter(Boolean)).toHaveLength(1);
        expect(await blobs.readOwner()).toBe(lines[claimed.indexOf(true)]);
      }
    });

    test("writes and reads its owner, and passes its check", async () => {
      const { blobs } = open();
      await blobs.check();
      await blobs.writeOwner("first");
      await blobs.writeOwner("second");
      expect(await blobs.readOwner()).toBe("second");
      expect([await blobs.claimOwner("third"), await blobs.claimOwner("second")]).toEqual([false, true]);
      expect((await blobs.space()).totalBytes).toBeGreaterThan(0);
    });
  });
}
