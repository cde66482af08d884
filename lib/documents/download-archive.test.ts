import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { fileSegments } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { blobKey, fileOfKey, readError } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { readTrail } from "@/lib/records/audit/events";
import { createDocument } from "@/lib/requests/create";
import { flipBit, placeOf } from "@/lib/testing/blob-place";
import { only } from "@/lib/testing/representatives";
import { makeRequest, readRequest, twoPages, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { downloadArchive, uniqueNames } from "./download-archive";

const db = useRolledBackDatabase();
const testContext = useTestContext();

/** A second document of the same requester, with the same title. */
async function anotherOf(ctx: Ctx, { actor }: MadeRequest) {
  const { fileId } = await createDocument(ctx, actor, {
    file: { base64: twoPages.toString("base64") },
    name: "Lease",
    users: [{ email: "carla@x.example" }],
    status: 1,
  });
  return readRequest(ctx, actor, fileId);
}

test("zips each document once, as stored, and records each as a download", async () => {
  const ctx = testContext(db());
  const first = await makeRequest(ctx, { status: 1 });
  const second = await anotherOf(ctx, first);
  const uuids = [first.file.uuid, second.file.uuid, first.file.uuid.toUpperCase()];
  const { stream, fileName } = await downloadArchive(ctx, first.actor, { uuids });
  expect(fileName).toBe("documents-2.zip");
  const entries = await unzip(stream);
  expect([...entries.keys()]).toEqual(["Lease.pdf", "Lease (2).pdf"]);
  for (const [name, { file }] of [
    ["Lease.pdf", first],
    ["Lease (2).pdf", second],
  ] as const) {
    expect(sha256Hex(entries.get(name) ?? "")).toBe(file.sha256);
    const types = (await readTrail(ctx, file.id)).map(({ type }) => type);
    expect(types.filter((type) => type === "file.downloaded")).toHaveLength(1);
  }
});

/** The entries of a zip as another program reads them. */
async function unzip(stream: Readable): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "paraph-archive-"));
  try {
    const zip = path.join(folder, "all.zip");
    await writeFile(zip, Buffer.concat((await stream.toArray()) as Buffer[]));
    const names = execFileSync("unzip", ["-Z1", zip], { encoding: "utf8" }).trim().split("\n");
    return new Map(names.map((name) => [name, execFileSync("unzip", ["-p", zip, name], { maxBuffer: 1e8 })]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const damages: [name: string, code: string, damage: (ctx: Ctx, made: MadeRequest) => Promise<unknown>][] = [
  [
    "missing @exhaustive",
    "integrity_error",
    (ctx, { file }) => rm(placeOf(ctx.blobs, blobKey(file.uuid, file.originalSha256))),
  ],
  ["altered", "integrity_error", (ctx, { file }) => flipBit(ctx.blobs, blobKey(file.uuid, file.originalSha256))],
  ["behind a bad sector", "unavailable", async (ctx, { file }) => giveBadSector(ctx, file.uuid)],
  [
    "deleted in the meantime @exhaustive",
    "not_found",
    (ctx, { file }) => ctx.db.delete(fileSegments).where(eq(fileSegments.fileId, file.id)),
  ],
];

function giveBadSector(ctx: Ctx, uuid: string): void {
  const verify = ctx.blobs.verifySegments.bind(ctx.blobs);
  const spy = vi.spyOn(ctx.blobs, "verifySegments").mockImplementation(async (blobs) => {
    const one = blobs.find(({ key }) => fileOfKey(key) === uuid);
    if (one) throw readError(one.key, Object.assign(new Error("i/o error"), { code: "EIO" }));
    return verify(blobs);
  });
  onTestFinished(() => spy.mockRestore());
}

test.each(damages)("names a document whose bytes are %s, and contains all others", async (_name, code, damage) => {
  const ctx = testContext(db());
  const broken = await makeRequest(ctx, { status: 0 });
  const sound = await anotherOf(ctx, broken);
  await damage(ctx, broken);
  const { stream } = await downloadArchive(ctx, broken.actor, { uuids: [broken.file.uuid, sound.file.uuid] });
  const entries = await unzip(stream);
  expect([...entries.keys()]).toEqual(["Lease (2).pdf", "NOT-INCLUDED.txt"]);
  expect(sha256Hex(entries.get("Lease (2).pdf") ?? "")).toBe(sound.file.sha256);
  const list = String(entries.get("NOT-INCLUDED.txt"));
  expect([list.includes(broken.file.uuid), list.includes(sound.file.uuid)]).toEqual([true, false]);
  expect(list).toContain(`Code: ${code}\n`);
  expect((await readTrail(ctx, broken.file.id)).map(({ type }) => type)).not.toContain("file.downloaded");
});

test("is refused with the error of a document that is the only one", async () => {
  const ctx = testContext(db());
  const { actor, file } = await makeRequest(ctx, { status: 0 });
  await flipBit(ctx.blobs, blobKey(file.uuid, file.originalSha256));
  await expect(downloadArchive(ctx, actor, { uuids: [file.uuid] })).rejects.toMatchObject({ code: "integrity_error" });
});

test("closes the document that is being read, and opens no further one, when the reader leaves", async () => {
  const ctx = testContext(db());
  const first = await makeRequest(ctx, { status: 0 });
  const second = await anotherOf(ctx, first);
  const opened: Readable[] = [];
  const openAll = ctx.blobs.openAll.bind(ctx.blobs);
  const spy = vi.spyOn(ctx.blobs, "openAll").mockImplementation(async (...given) => {
    // More than the buffers of a zip take.
    const stream = Readable.from([Buffer.alloc(10_000_000), ...(await (await openAll(...given)).toArray())]);
    opened.push(stream);
    return stream;
  });
  onTestFinished(() => spy.mockRestore());
  const { stream } = await downloadArchive(ctx, first.actor, { uuids: [first.file.uuid, second.file.uuid] });
  stream.destroy();
  await once(only(opened), "close");
  expect((await readTrail(ctx, second.file.id)).map(({ type }) => type)).not.toContain("file.downloaded");
});

test("returns nothing if one of the documents is someone else's @exhaustive", async () => {
  const ctx = testContext(db());
  const own = await makeRequest(ctx, { status: 1 });
  const foreign = await makeRequest(ctx, { status: 1 });
  await expect(downloadArchive(ctx, own.actor, { uuids: [own.file.uuid, foreign.file.uuid] })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await readTrail(ctx, own.file.id)).map(({ type }) => type)).not.toContain("file.downloaded");
});

test("gives documents with the same title distinct names, without folders", () => {
  expect(uniqueNames(["Lease", "lease.pdf", "Lease.PDF", "../../etc/passwd", " . ", "a:b\nc"])).toEqual([
    "Lease.pdf",
    "lease (2).pdf",
    "Lease (3).pdf",
    "_.._etc_passwd.pdf",
    "document.pdf",
    "a_b_c.pdf",
  ]);
});
