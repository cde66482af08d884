import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashOfKey, type BlobStore } from "./blob-store";
import { s3BlobStore, type S3StoreOptions } from "./s3-blob-store";
import { codeOf, describeBlobStore, inPieces, keyOf } from "./testing/blob-store-suite";
import { FakeS3, type Fault, type SeenRequest } from "./testing/fake-s3";

/** Never reached if the store recovers, even on a busy machine. */
const times = { withinMs: 20_000, firstMs: 1, longestMs: 20, idleMs: 10_000 };
/** For a store that does not recover: the test waits until these times have passed. */
const impatient = { withinMs: 400, firstMs: 1, longestMs: 20, idleMs: 500 };
let fake: FakeS3;
let root: string;
let blobs: BlobStore;
const opened: BlobStore[] = [];

function openStore(changes: Partial<S3StoreOptions> = {}): BlobStore {
  const cache = { cacheDir: path.join(root, "cache"), cacheBytes: 2 ** 30 };
  const options = { ...fake.place, ...cache, prefix: "team/", times, claimSettlesMs: 500 };
  const store = s3BlobStore({ ...options, ...changes });
  opened.push(store);
  return store;
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "paraph-s3-"));
  fake = await FakeS3.start();
  blobs = openStore();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await fake.stop();
  await rm(root, { recursive: true, force: true });
});

/** The first `count` requests of a kind fail; `Infinity` for all. */
function failing(fault: Fault, count: number, isMeant: (request: SeenRequest) => boolean = () => true): void {
  let left = count;
  fake.faultOf = (request) => {
    if (!isMeant(request) || left <= 0) return null;
    left -= 1;
    return fault;
  };
}

const busy: Fault = { kind: "status", status: 503, code: "SlowDown" };
const isPart = ({ query }: SeenRequest) => query.has("partNumber");
const entries = () => readdir(path.join(root, "cache", "blobs")).catch(() => []);
const staged = () => readdir(path.join(root, "cache", "staging")).catch(() => []);

async function store(bytes: Buffer, into = blobs) {
  const key = keyOf(bytes);
  await into.put(key, bytes);
  return { key, size: bytes.length };
}

describeBlobStore("S3", () => ({
  blobs,
  async overwrite(key, bytes) {
    if (bytes === null) fake.objects.delete(`team/${key}`);
    else fake.objects.set(`team/${key}`, { bytes, modifiedAt: new Date(), headers: {} });
  },
  trash: () =>
    Promise.resolve(
      [...fake.objects.keys()].flatMap((key) => (key.startsWith("team/.trash/") ? [path.basename(key)] : [])),
    ),
}));

describe("a store with failures", () => {
  test.each<[string, Fault, number]>([
    ["reports that it is busy", busy, 3],
    ["resets connections", { kind: "reset" }, 3],
    ["does not answer", { kind: "silence" }, 1],
    ["loses the answer", { kind: "lostAnswer" }, 2],
  ])("loses no upload when it %s for a moment", async (_name, fault, count) => {
    if (fault.kind === "silence") blobs = openStore({ times: { ...times, idleMs: impatient.idleMs } });
    const upload = await blobs.stage(randomBytes(10_000), { maxBytes: 10_000 });
    failing(fault, count, ({ method }) => method === "PUT");
    const key = keyOf(await readFile(upload.path));
    await upload.adopt(key);
    await blobs.verifyStored({ key, size: 10_000 });
  });

  test("is unavailable after a time limit when failures persist, and keeps the upload for another try", async () => {
    blobs = openStore({ times: impatient });
    const upload = await blobs.stage(randomBytes(10_000), { maxBytes: 10_000 });
    const key = keyOf(await readFile(upload.path));
    failing(busy, Infinity);
    expect(await codeOf(upload.adopt(key))).toBe("unavailable");
    fake.faultOf = () => null;
    await upload.adopt(key);
    await blobs.verifyStored({ key, size: 10_000 });
  });

  test("does not retry a permanent error, and reveals neither the keys nor the signed request", async () => {
    const stranger = openStore({ secretAccessKey: "another secret than that of the store" });
    const refusal = await stranger.put(keyOf(Buffer.from("x")), Buffer.from("x")).catch((error: unknown) => error);
    expect(fake.seen).toHaveLength(1);
    const logged =
      JSON.stringify(refusal, Object.getOwnPropertyNames(Error.prototype)) + String((refusal as Error).cause);
    expect(logged).toContain("SignatureDoesNotMatch");
    expect(logged).not.toMatch(/secret/);
  });

  test("reports a missing bucket as unavailable, not as a missing document", async () => {
    const { key, size } = await store(Buffer.from("x"));
    const wrong = openStore({ bucket: "elsewhere", cacheDir: path.join(root, "other") });
    expect(await codeOf(wrong.verifySegments([{ key, size }]))).toBe("unavailable");
    expect(await codeOf(wrong.readOwner())).toBe("unavailable");
  });

  test("resumes an interrupted download", async () => {
    const bytes = randomBytes(3_000_000);
    const { key } = await store(bytes);
    failing({ kind: "cut", after: 1_000_000 }, 2, ({ method }) => method === "GET");
    expect((await buffer(await blobs.open(key))).equals(bytes)).toBe(true);
    expect(fake.seen.map(({ headers }) => headers.range)).toEqual([
      undefined,
      undefined,
      expect.stringMatching(/^bytes=[1-9]\d*-$/),
      expect.stringMatching(/^bytes=[1-9]\d*-$/),
    ]);
  });

  test("downloads again when bytes changed in transit, and reports persistent damage as an integrity error", async () => {
    const blob = await store(randomBytes(5000));
    const elsewhere = openStore({ cacheDir: path.join(root, "other") });
    failing({ kind: "flip" }, 1, ({ method }) => method === "GET");
    await elsewhere.verifySegments([blob]);
    const third = openStore({ cacheDir: path.join(root, "third") });
    failing({ kind: "flip" }, Infinity, ({ method }) => method === "GET");
    expect(await codeOf(third.openAll([blob]))).toBe("integrity");
    expect(await readdir(path.join(root, "third", "staging"))).toEqual([]);
  });
});

describe("a store with untrustworthy responses", () => {
  const isListing = ({ query }: SeenRequest) => query.has("list-type");
  const sweep = () =>
    blobs.sweepOrphans({
      known: () => Promise.resolve(new Set()),
      recognised: (keys) => Promise.resolve(new Set(keys)),
      olderThan: new Date(Date.now() + 86_400_000),
      now: new Date(),
    });

  test("keeps the trash and uploads in progress when responses lack dates @exhaustive", async () => {
    const [trashed, uploading] = [`team/.trash/${keyOf(Buffer.from("x")).replace("/", ".")}`, keyOf(Buffer.from("y"))];
    fake.objects.set(trashed, { bytes: Buffer.from("x"), modifiedAt: new Date(), headers: {} });
    fake.uploads.set("1", { key: `team/${uploading}`, startedAt: new Date(), parts: new Map() });
    fake.faultOf = ({ query }) => {
      if (query.get("prefix") === "team/.trash/")
        return {
          kind: "answer",
          body: `<ListBucketResult><Contents><Key>${trashed}</Key></Contents></ListBucketResult>`,
        };
      if (!query.has("uploads")) return null;
      const upload = `<Upload><Key>team/${uploading}</Key><UploadId>1</UploadId></Upload>`;
      return { kind: "answer", body: `<ListMultipartUploadsResult>${upload}</ListMultipartUploadsResult>` };
    };
    expect(await sweep()).toEqual({ kind: "swept", trashed: 0, removed: 0 });
    expect([fake.objects.has(trashed), fake.uploads.has("1")]).toEqual([true, true]);
  });

  test("does not move a blob whose date is missing", async () => {
    const { key } = await store(Buffer.from("x"));
    failing({ kind: "answer", body: "", headers: { etag: '"1"' } }, Infinity, ({ method }) => method === "HEAD");
    await sweep();
    expect(fake.objects.has(`team/${key}`)).toBe(true);
  });

  test("reads no more of an endless response than the blob's length", async () => {
    const blob = await store(Buffer.from("x"));
    const elsewhere = openStore({ cacheDir: path.join(root, "other") });
    failing({ kind: "endless" }, Infinity, ({ method }) => method === "GET");
    expect(await codeOf(elsewhere.openAll([blob]))).toBe("integrity");
    expect(await codeOf(elsewhere.verifyStored(blob))).toBe("integrity");
  });

  const page = (body: string): Fault => ({ kind: "answer", body });
  const isCopy = ({ headers }: SeenRequest) => headers["x-amz-copy-source"] !== undefined;

  test("keeps an orphan whose copy to the trash got no valid confirmation @exhaustive", async () => {
    blobs = openStore({ times: impatient });
    const { key } = await store(Buffer.from("x"));
    for (const body of ["", "<html>Welcome</html>", '<Error xmlns="urn:x"><Code>InternalError</Code></Error>']) {
      failing(page(body), Infinity, isCopy);
      expect(await codeOf(sweep())).toBe("unavailable");
      expect(fake.objects.has(`team/${key}`)).toBe(true);
    }
  });

  test.each([
    ["an upload", 100, ({ method }: SeenRequest) => method === "PUT"],
    [
      "a completed upload @exhaustive",
      17_000_000,
      ({ method, query }: SeenRequest) => method === "POST" && query.has("uploadId"),
    ],
  ])("does not accept that %s succeeded on a proxy's response", async (_name, size, isMeant) => {
    blobs = openStore({ times: impatient });
    failing(page("<html>Welcome</html>"), Infinity, isMeant);
    expect(await codeOf(blobs.put(keyOf(Buffer.alloc(size)), Buffer.alloc(size)))).toBe("unavailable");
  });

  test("does not accept a proxy's page or a truncated list as the complete list @exhaustive", async () => {
    blobs = openStore({ times: impatient });
    await store(Buffer.from("x"));
    const list = async () => {
      for await (const _key of blobs.list(new Date())) continue;
    };
    for (const body of [
      "",
      "<html>Welcome</html>",
      "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken></ListBucketResult>",
    ]) {
      failing(page(body), Infinity, isListing);
      expect(await codeOf(list())).toBe("unavailable");
    }
  });

  test("stops at a list of uploads that names the same next page again @exhaustive", async () => {
    blobs = openStore({ times: impatient });
    const again =
      "<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>";
    failing(page(`<ListMultipartUploadsResult>${again}</ListMultipartUploadsResult>`), Infinity, ({ query }) =>
      query.has("uploads"),
    );
    expect(await codeOf(sweep())).toBe("unavailable");
  });
});

describe("a large upload", () => {
  const bytes = randomBytes(17 * 1024 * 1024);

  test("is sent in parts, and a failed part is retried alone", async () => {
    failing({ kind: "reset" }, 1, isPart);
    const { key, size } = await store(bytes);
    await blobs.verifyStored({ key, size });
    expect(fake.seen.filter(isPart)).toHaveLength(4);
    expect(fake.uploads.size).toBe(0);
  });

  test("is aborted when its parts fail, and leaves nothing visible @exhaustive", async () => {
    blobs = openStore({ times: impatient });
    failing(busy, Infinity, isPart);
    const key = keyOf(bytes);
    expect(await codeOf(blobs.put(key, inPieces(bytes)))).toBe("unavailable");
    expect([fake.uploads.size, fake.objects.size]).toEqual([0, 0]);
    expect(await staged()).toEqual([]);
  });

  test("succeeds although its last response was lost @exhaustive", async () => {
    const isCompletion = ({ method, query }: SeenRequest) => method === "POST" && query.has("uploadId");
    failing({ kind: "lostAnswer" }, 1, isCompletion);
    const { key, size } = await store(bytes);
    await blobs.verifyStored({ key, size });
  });

  test("is swept after a day if its process died, but not while in progress @exhaustive", async () => {
    blobs = openStore({ times: impatient });
    const isFinal = ({ method, query }: SeenRequest) => query.has("uploadId") && method !== "PUT";
    failing({ kind: "status", status: 500, code: "InternalError" }, Infinity, isFinal);
    await codeOf(blobs.put(keyOf(bytes), bytes));
    expect(fake.uploads.size).toBe(1);
    fake.faultOf = () => null;
    const sweep = (olderThan: number) =>
      blobs.sweepOrphans({
        known: () => Promise.resolve(new Set()),
        recognised: (keys) => Promise.resolve(new Set(keys)),
        olderThan: new Date(olderThan),
        now: new Date(),
      });
    await sweep(Date.now() - 86_400_000);
    expect(fake.uploads.size).toBe(1);
    await sweep(Date.now() + 86_400_000);
    expect(fake.uploads.size).toBe(0);
  });
});

describe("the cache", () => {
  test("downloads a document once and then reads it from the cache", async () => {
    const blob = await store(randomBytes(1000));
    const elsewhere = openStore({ cacheDir: path.join(root, "other") });
    const reading = Array.from({ length: 5 }, () => elsewhere.openAll([blob]).then(buffer));
    await Promise.all(reading);
    await elsewhere.withFiles([blob], () => Promise.resolve());
    expect(fake.seen.filter(({ method }) => method === "GET")).toHaveLength(1);
  });

  test("never returns a copy that was altered on the disk, and downloads it again", async () => {
    const bytes = randomBytes(1000);
    const blob = await store(bytes);
    const [name = ""] = await entries();
    for (const read of [
      async () => buffer(await blobs.openAll([blob])),
      () => blobs.withFiles([blob], ([file]) => readFile(file?.path ?? "")),
    ]) {
      await writeFile(path.join(root, "cache", "blobs", name), randomBytes(1000));
      expect((await read()).equals(bytes)).toBe(true);
    }
  });

  test("evicts the least recently used entries at the limit, and entries in use stay readable @exhaustive", async () => {
    const small = openStore({ cacheBytes: 1_000_000 });
    const first = await store(randomBytes(200_000), small);
    await small.withFiles([first], async ([file]) => {
      for (let index = 0; index < 12; index++) await store(randomBytes(200_000), small);
      expect(await entries()).not.toContain(first.key.replace("/", "."));
      expect((await stat(file?.path ?? "")).size).toBe(200_000);
    });
    const sizes = await Promise.all(
      (await entries()).map(async (name) => (await stat(path.join(root, "cache", "blobs", name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000 + 1_000_000 / 16);
    await small.verifySegments([first]);
  });

  test("is shared by several processes, one of which keeps removing everything @exhaustive", async () => {
    const stores = [openStore(), openStore(), openStore()];
    const stored = await Promise.all(Array.from({ length: 6 }, () => store(randomBytes(20_000))));
    let isOver = false;
    const removing = (async () => {
      while (!isOver)
        for (const name of await entries()) await rm(path.join(root, "cache", "blobs", name), { force: true });
    })();
    const reads = stores.flatMap((process) =>
      stored.map(async (blob) => {
        for (let round = 0; round < 5; round++)
          await process.withFiles([blob], async ([file]) => {
            const bytes = await readFile(file?.path ?? "");
            expect(keyOf(bytes, blob.key.slice(0, 36))).toBe(blob.key);
          });
      }),
    );
    await Promise.all(reads).finally(() => (isOver = true));
    await removing;
  });

  test("drops a deleted document at once", async () => {
    const { key } = await store(Buffer.from("personal"));
    await blobs.remove(key);
    expect(await entries()).toEqual([]);
  });
});

test("requests encryption for every object that is stored or copied", async () => {
  const encrypted = openStore({ encryption: { kind: "aws:kms", keyId: "arn:aws:kms:eu:1:key/2" } });
  const { key } = await store(Buffer.from("x"), encrypted);
  await encrypted.sweepOrphans({
    known: () => Promise.resolve(new Set()),
    recognised: (keys) => Promise.resolve(new Set(keys)),
    olderThan: new Date(Date.now() + 86_400_000),
    now: new Date(),
  });
  const [copied] = [...fake.objects].filter(([name]) => name.includes(hashOfKey(key)));
  expect(copied?.[1].headers).toEqual({
    "x-amz-server-side-encryption": "aws:kms",
    "x-amz-server-side-encryption-aws-kms-key-id": "arn:aws:kms:eu:1:key/2",
  });
});

test("belongs to one of two owners whose claims passed the same check", async () => {
  const isOwner = ({ method, key }: SeenRequest) => method === "GET" && key.endsWith(".instance");
  let claims = 0;
  fake.afterCondition = async () => {
    if ((claims += 1) === 1) return vi.waitFor(() => expect(claims).toBe(2));
    // The second write arrives when the first owner has already read its own line.
    await vi.waitFor(() => expect(fake.seen.filter(isOwner)).toHaveLength(1));
  };
  const claimed = await Promise.all(["first", "second"].map((line) => blobs.claimOwner(line)));
  expect(claimed.filter(Boolean)).toHaveLength(1);
  expect(await blobs.readOwner()).toBe(["first", "second"][claimed.indexOf(true)]);
});

test("lists every blob once across many pages", async () => {
  fake.pageLength = 3;
  const keys = (await Promise.all(Array.from({ length: 10 }, () => store(randomBytes(5))))).map(({ key }) => key);
  const listed: string[] = [];
  for await (const key of blobs.list(new Date(Date.now() + 60_000))) listed.push(key);
  expect(listed.sort()).toEqual(keys.sort());
});
