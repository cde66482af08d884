import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/sha256";
import { readTrail } from "@/lib/records/audit/events";
import { createDocument } from "@/lib/requests/create";
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
  const folder = await mkdtemp(path.join(tmpdir(), "paraph-archive-"));
  try {
    const zip = path.join(folder, "all.zip");
    await writeFile(zip, Buffer.concat((await stream.toArray()) as Buffer[]));
    const list = execFileSync("unzip", ["-Z1", zip], { encoding: "utf8" }).trim().split("\n");
    expect(list).toEqual(["Lease.pdf", "Lease (2).pdf"]);
    for (const [index, { file }] of [first, second].entries()) {
      const bytes = execFileSync("unzip", ["-p", zip, list[index] ?? ""], { maxBuffer: 1e8 });
      expect(sha256Hex(bytes)).toBe(file.sha256);
      const types = (await readTrail(ctx, file.id)).map(({ type }) => type);
      expect(types.filter((type) => type === "file.downloaded")).toHaveLength(1);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
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
