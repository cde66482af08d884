import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { files, fileSegments } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import type { Ctx } from "@/lib/context/context";
import { docxNames, zipOf } from "@/lib/documents/attachments/testing/sample-files";
import { downloadFile } from "@/lib/documents/content";
import { uploadFile } from "@/lib/documents/upload/upload";
import { docxOf, paragraph } from "@/lib/engine/office/testing/hostile-files";
import { startEngine } from "@/lib/engine/pool";
import { checkInput } from "@/lib/evidence/check/check-input";
import { readBundle } from "@/lib/evidence/check/read-bundle";
import { downloadBundle } from "@/lib/evidence/download-bundle";
import { completedScenario } from "@/lib/evidence/testing/completed-scenario";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { readEvents } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { readUploadType } from "./convert-upload";

// LibreOffice is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
const db = useRolledBackDatabase();
const context = useTestContext();
const folder = mkdtempSync(path.join(tmpdir(), "paraph-conversion-"));
afterAll(() => rmSync(folder, { recursive: true }));

const markdown = Buffer.from("# Lease\n\nBetween Ana and Bo.");

async function uploaded(ctx: Ctx, bytes: Buffer, fileName: string) {
  const requester = actingAs(await makeAccount(ctx));
  const { fileId } = await uploadFile(ctx, requester, { stream: [bytes], name: "Lease", fileName });
  const file = only(await ctx.db.select().from(files).where(eq(files.id, fileId)));
  return { requester, file };
}

describe("an upload that is not a PDF", () => {
  test("becomes a document whose original is the sent file, and whose trail begins with its hash", async () => {
    const ctx = context(db());
    const { requester, file } = await uploaded(ctx, markdown, "C:\\texts\\lease.md");
    expect(file).toMatchObject({
      source: { type: "markdown", name: "lease.md" },
      originalSha256: sha256Hex(markdown),
      originalSize: markdown.length,
      repaired: false,
    });
    const segments = await ctx.db
      .select()
      .from(fileSegments)
      .where(eq(fileSegments.fileId, file.id))
      .orderBy(asc(fileSegments.id));
    expect(segments.map(({ role, kind }) => `${role} ${kind}`)).toEqual(["original upload", "content converted"]);
    const [created] = await readEvents(ctx, file.id);
    expect(created).toMatchObject({
      doc: { originalSha256: sha256Hex(markdown) },
      data: { convertedFrom: "markdown" },
    });
    expect(JSON.stringify(created)).not.toContain("lease.md");
    const original = await downloadFile(ctx, requester, { uuid: file.uuid, version: "original" });
    expect(original).toMatchObject({ fileName: "lease.md", mediaType: "text/markdown", sha256: sha256Hex(markdown) });
    expect(await buffer(original.stream)).toEqual(markdown);
  });

  test("is copied by a duplicate without another conversion", async () => {
    const ctx = context(db());
    const { requester, file } = await uploaded(ctx, markdown, "lease.md");
    const { fileId } = await duplicateRequest(ctx, requester, { uuid: file.uuid });
    const [copy] = await ctx.db.select().from(files).where(eq(files.id, fileId));
    expect(copy).toMatchObject({ source: file.source, sha256: file.sha256, originalSha256: file.originalSha256 });
  });

  test("is refused with a hint how to install a converter if there is none", async () => {
    const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 1e7 });
    const ctx = context(db(), { engine });
    await expect(uploaded(ctx, await docxOf(paragraph("Lease")), "lease.docx")).rejects.toMatchObject({
      code: "converter_missing",
      detail: expect.stringContaining("libreoffice-writer-nogui") as string,
    });
    await engine.close();
    expect(await ctx.db.$count(files)).toBe(0);
  });

  test.each([
    ["HEIC", async () => Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1")],
    ["a Word document with macros", () => zipOf([...docxNames, "word/vbaProject.bin"])],
    ["a Word document with a password", async () => Buffer.from("d0cf11e0a1b11ae1", "hex")],
  ])("is refused by name: %s", async (_name, make) => {
    const ctx = context(db());
    await expect(uploaded(ctx, await make(), "x.docx")).rejects.toMatchObject({ code: "conversion_failed" });
  });
});

test("is reported with tracked changes, and in the sender's bundle as a Word document, which the offline check compares, but not in a signer's @exhaustive", async () => {
  const ctx = context(db());
  const insertion = '<w:p><w:ins w:id="1" w:author="Bo"><w:r><w:t>not </w:t></w:r></w:ins></w:p>';
  const docx = await docxOf(paragraph("Lease of a flat") + insertion);
  const { requester, signers, file } = await completedScenario(ctx, [{ name: "Ana" }], docx);
  expect(file.source).toEqual({ type: "docx", name: null, trackedChanges: true });
  const open = async (actor: typeof requester, name: string) => {
    const { stream } = await downloadBundle(ctx, actor, { uuid: file.uuid });
    const zip = path.join(folder, `${name}.zip`);
    writeFileSync(zip, await buffer(stream));
    const place = mkdtempSync(path.join(folder, name));
    const attachments = new Map<string, string>();
    const foreign: string[] = [];
    const parts = await readBundle(
      zip,
      place,
      (other) => foreign.push(other),
      (entry, file) => attachments.set(entry, file),
    );
    const check = () =>
      checkInput(
        {
          document: parts["document.pdf"] ?? null,
          evidence: parts["evidence.pdf"] ?? null,
          chain: parts["chain.json"] ?? null,
          bundle: { parts, foreign, attachments },
        },
        (bytes) => parseStrictJson(bytes, 32),
      );
    return { attachments, check };
  };
  const own = await open(requester, "requester");
  expect([...own.attachments.keys()]).toEqual(["original.docx"]);
  expect(own.check().problems).toEqual([]);
  expect(own.check().notes).toContainEqual({ code: "original_matches", params: { type: "docx" } });
  writeFileSync(own.attachments.get("original.docx") ?? "", "another file");
  expect(own.check().problems).toContainEqual({ code: "original_mismatch", params: { name: "original.docx" } });
  const [ana] = signers;
  const theirs = await open(ana.actor, "signer");
  expect(theirs.attachments.size).toBe(0);
  expect(theirs.check().problems).toEqual([]);
  const original = await downloadFile(ctx, ana.actor, { uuid: file.uuid, version: "original" });
  expect((await buffer(original.stream)).subarray(0, 5).toString()).toBe("%PDF-");
});

describe("the type of an upload", () => {
  test.each([
    ["text that nobody calls text", Buffer.from("# Lease"), null, "pdf"],
    ["text", Buffer.from("# Lease"), "markdown", "markdown"],
    ["HTML called text", Buffer.from("<!doctype html><p>"), "markdown", "html"],
    ["a part of a page called HTML", Buffer.from("<p>Rent: 900</p>"), "html", "html"],
    ["a picture called HTML", Buffer.from("II*\0"), "html", "tiff"],
    ["RTF", Buffer.from("{\\rtf1 x}"), null, "rtf"],
    ["TIFF", Buffer.from("II*\0"), null, "tiff"],
    ["a program called text", Buffer.from("MZ\0"), "html", "pdf"],
    ["a PDF behind HTML", Buffer.from("<html><!-- %PDF-1.4"), null, "pdf"],
  ] as const)("of %s is decided by its bytes", async (_name, bytes, text, type) => {
    const file = path.join(folder, "typed");
    writeFileSync(file, bytes);
    expect(await readUploadType(file, { text })).toBe(type);
  });
});
