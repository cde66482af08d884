import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import { s3BlobStore } from "@/lib/platform/blobs/s3-blob-store";
import { FakeS3 } from "@/lib/platform/blobs/testing/fake-s3";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { problemResponse } from "./responses";

const db = useRolledBackDatabase();
const testContext = useTestContext();
let root: string;
let fake: FakeS3;
let blobs: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "paraph-away-"));
  fake = await FakeS3.start();
  const times = { withinMs: 50, firstMs: 1, longestMs: 10, idleMs: 1000 };
  blobs = s3BlobStore({ ...fake.place, prefix: "", cacheDir: root, cacheBytes: 2 ** 30, times });
});
afterEach(async () => {
  await blobs.close();
  await fake.stop();
  await rm(root, { recursive: true, force: true });
});

const away = () => ({ kind: "status", status: 503, code: "SlowDown" }) as const;

test("answers a signature with 503 while the store is unavailable, and the same code works afterwards", async () => {
  const ctx = testContext(db(), { blobs });
  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana" }]);
  const [ana] = signers;
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  fake.faultOf = ({ method }) => (method === "PUT" ? away() : null);
  await expect(sign(ctx, ana.actor, { target: { fileId }, code })).rejects.toMatchObject({ code: "unavailable" });
  fake.faultOf = () => null;
  const { file } = await sign(ctx, ana.actor, { target: { fileId }, code });
  expect(file.status).toBe("signed");
  const report = await verifyFile(ctx, file);
  expect(report.signatures.map(({ verdict }) => verdict)).not.toContain("changed");
});

test("answers an upload with 503 and Retry-After while the store is unavailable, leaves no row, and stores the next one", async () => {
  const ctx = testContext(db(), { blobs });
  fake.faultOf = away;
  const refusal: unknown = await makeRequest(ctx).catch((error: unknown) => error);
  const answer = problemResponse(ctx, new Request("http://localhost/"), refusal);
  expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([503, expect.any(Number)]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await ctx.db.select().from(files)).toEqual([]);
  fake.faultOf = () => null;
  await makeRequest(ctx);
  expect(fake.objects.size).toBeGreaterThan(0);
});
