import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { fileSegments } from "@/db/schema/files";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { readBytes, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "./verify-file";
import { verifyUpload } from "./verify-upload";
import { verificationReport } from "./schema";

const db = useRolledBackDatabase();
const context = useTestContext();
const nobody = { kind: "public" as const };

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

test("anybody's PDF gets a report in the wire's shape, and nothing of it is kept", async () => {
  const ctx = context(db());
  const before = await ctx.db.select().from(fileSegments);
  const report = await verifyUpload(ctx, nobody, inPieces(makePdf({ pages: [{}] })));
  expect(verificationReport.parse(report)).toMatchObject({ verdict: "none", signatures: [] });
  expect(await ctx.db.select().from(fileSegments)).toEqual(before);
  const root = path.dirname(path.dirname(ctx.blobs.path(`00000000-0000-4000-8000-000000000000/${"0".repeat(64)}`)));
  expect(readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
});

test("a released document is certified by us: intact and ours; one changed byte is not green", async () => {
  const ctx = context(db());
  const { fileId } = await releasedScenario(ctx, [{ name: "Ana" }], makePdf({ pages: [{}], sizeBytes: 20_000 }));
  const bytes = await readBytes(ctx, fileId);
  expect(await verifyUpload(ctx, nobody, inPieces(bytes))).toMatchObject({ verdict: "intact", signatures: [{ chain: "ours", verdict: "intact" }] });
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  expect((await verifyUpload(ctx, nobody, inPieces(bytes))).verdict).toMatch(/^(modified|invalid)$/);
  expect(await verifyFile(ctx, await readFile(ctx, fileId))).toMatchObject({ verdict: "intact" });
});

test.each([["text", Buffer.from("not a PDF")], ["nothing", Buffer.alloc(0)]])("%s is pdf_invalid", async (_what, bytes) => {
  await expect(verifyUpload(context(db()), nobody, inPieces(bytes))).rejects.toMatchObject({ code: "pdf_invalid" });
});

test("more than the streamed size is too_large", async () => {
  const ctx = context(db());
  await expect(verifyUpload({ ...ctx, limits: { ...ctx.limits, pdfStreamedBytes: 1000 } }, nobody, inPieces(makePdf({ pages: [{}], sizeBytes: 20_000 })))).rejects.toMatchObject({ code: "too_large" });
});
