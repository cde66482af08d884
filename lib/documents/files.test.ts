import { appendFile, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, fileSegments } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { drawPage } from "@/lib/documents/fields/draw-page";
import { storeTail } from "@/lib/documents/storage/segments";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { qpdfRewrite } from "@/lib/pdf/testing/outside-tools";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { readTrail } from "@/lib/records/audit/events";
import { downloadByLink, drawPageByLink } from "@/lib/requests/links/read-by-link";
import { releaseFile } from "@/lib/requests/release";
import { withdrawFile } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { linkOf, makeRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showFileById } from "@/lib/views/show";
import { downloadFile, openContent } from "./content";
import { deleteFile } from "./delete";
import { listPages } from "./pages";
import { pairStorage } from "./storage/pair-storage";
import { sweepBlobs } from "./sweep";
import { uploadFile } from "./upload/upload";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function download(
  ctx: Ctx,
  actor: Parameters<typeof downloadFile>[1],
  uuid: string,
  version: "original" | "current",
): Promise<Buffer> {
  const { stream } = await downloadFile(ctx, actor, { uuid, version });
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

async function requester() {
  const ctx = testContext(db());
  return { ctx, actor: actingAs(await makeAccount(ctx)) };
}

async function countBlobs(ctx: Ctx): Promise<number> {
  const keys: string[] = [];
  for await (const key of ctx.blobs.list(new Date(Date.now() + 60_000))) keys.push(key);
  return keys.length;
}

describe("reading", () => {
  test("notes downloads by anyone and views by a signer in the history, but not views by the requester", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example" }));
    const noted = async (reader: typeof actor, purpose: "view" | "download") => {
      const count = async () => (await readTrail(ctx, file.id)).filter(({ type }) => type === "file.downloaded").length;
      const before = await count();
      (await downloadFile(ctx, reader, { uuid: file.uuid, version: "current", purpose })).stream.destroy();
      return (await count()) - before;
    };
    expect([
      await noted(actor, "view"),
      await noted(actor, "download"),
      await noted(ana, "view"),
      await noted(ana, "download"),
    ]).toEqual([0, 1, 1, 1]);
  });

  test("notes at most 20 downloads of the same bytes by one reader a day @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example" }));
    for (let time = 0; time < 23; time++)
      (await downloadFile(ctx, ana, { uuid: file.uuid, version: "current" })).stream.destroy();
    for (const version of ["current", "original"] as const)
      (await downloadFile(ctx, actor, { uuid: file.uuid, version })).stream.destroy();
    const downloads = (await readTrail(ctx, file.id)).filter(({ type }) => type === "file.downloaded");
    expect(downloads.map(({ actor: by }) => by.accountId === ana.account.id)).toEqual([
      ...Array<boolean>(20).fill(true),
      false,
      false,
    ]);
  });
});

describe("uploading", () => {
  test("turns a stream into a draft without signers, with the pages as a reader sees them", async () => {
    const { ctx, actor } = await requester();
    const chunks = async function* () {
      for (let at = 0; at < twoPages.length; at += 100) yield await Promise.resolve(twoPages.subarray(at, at + 100));
    };
    const { fileId } = await uploadFile(ctx, actor, { stream: chunks(), name: " scan " });
    const shown = await showFileById(ctx, actor, { fileId });
    expect(shown).toMatchObject({
      name: "scan",
      status: 0,
      pages: 2,
      size: twoPages.length,
      signers: [],
      sha256: shown.originalSha256,
    });
    expect((await listPages(ctx, actor, { uuid: shown.uuid })).data).toEqual([
      { page: 1, width: 612, height: 792, rotation: 0 },
      { page: 2, width: 792, height: 612, rotation: 90 },
    ]);
    expect((await download(ctx, actor, shown.uuid, "current")).equals(twoPages)).toBe(true);
  });

  test("freezes a form by a revision after the upload, and keeps the original unchanged @exhaustive", async () => {
    const { ctx, actor } = await requester();
    const form = formPdf({ widgets: ["/FT/Tx/T(a)/V(b)/F 4/Rect[10 10 90 30]/A<</S/JavaScript/JS(1)>>"] });
    const { fileId } = await uploadFile(ctx, actor, { stream: form, name: "form.pdf" });
    const shown = await showFileById(ctx, actor, { fileId });
    const [original, current] = [
      await download(ctx, actor, shown.uuid, "original"),
      await download(ctx, actor, shown.uuid, "current"),
    ];
    expect(original.equals(form)).toBe(true);
    expect(current.length).toBeGreaterThan(form.length);
    expect(current.subarray(0, form.length).equals(form)).toBe(true);
    expect(current.length).toBe(shown.size);
    expect(shown.upload).toEqual({
      repaired: false,
      decrypted: false,
      alreadySigned: false,
      frozenFields: 1,
      convertedFrom: null,
      removed: ["JavaScript"],
      remaining: [],
      warnings: [],
      signatureWarnings: [],
      shadowContent: [],
      readers: null,
    });
    expect(shown.messages).toEqual([
      { type: "info", message: "One form field became part of the pages and can no longer be filled in." },
      { type: "warning", message: "Removed from the document: JavaScript" },
    ]);
  });

  test("repairs a broken file, stores the original beside it and informs the requester", async () => {
    const { ctx, actor } = await requester();
    const broken = Buffer.from(twoPages.toString("latin1").replace(/startxref\s+\d+/, "startxref\n99"), "latin1");
    const { fileId } = await uploadFile(ctx, actor, { stream: broken, name: "broken.pdf" });
    const shown = await showFileById(ctx, actor, { fileId });
    expect(shown.pages).toBe(2);
    expect((await download(ctx, actor, shown.uuid, "original")).equals(broken)).toBe(true);
    expect(shown.upload?.repaired).toBe(true);
    expect(shown.sha256).not.toBe(shown.originalSha256);
  });

  test("decrypts an encrypted file that opens without a password, and informs the requester", async () => {
    const { ctx, actor } = await requester();
    const encrypted = qpdfRewrite(twoPages, "--encrypt", "", "owner", "256", "--");
    const { fileId } = await uploadFile(ctx, actor, { stream: encrypted, name: "encrypted.pdf" });
    const shown = await showFileById(ctx, actor, { fileId });
    expect(shown.upload).toMatchObject({ repaired: true, decrypted: true });
    expect(shown.messages).toMatchObject([{ message: expect.stringContaining("encryption was removed") }]);
    expect((await download(ctx, actor, shown.uuid, "original")).equals(encrypted)).toBe(true);
    await expect(
      uploadFile(ctx, actor, { stream: qpdfRewrite(twoPages, "--encrypt", "secret", "owner", "256", "--"), name: "x" }),
    ).rejects.toMatchObject({ code: "pdf_encrypted" });
  });

  test("keeps attached files and links, removes media and lists all of it, without repeating action names that a file invents", async () => {
    const { ctx, actor } = await requester();
    const link = "/Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(https://example.org)>>";
    const form = formPdf({
      widgets: [
        link,
        "/Subtype/Screen/Rect[1 1 9 9]",
        "/Subtype/FileAttachment/Rect[1 1 9 9]",
        "/Subtype/Square/Rect[1 1 9 9]/A<</S/Evil#20words>>",
      ],
    });
    const { fileId } = await uploadFile(ctx, actor, { stream: form, name: "attached.pdf" });
    const shown = await showFileById(ctx, actor, { fileId });
    expect(shown.upload).toMatchObject({
      removed: ["OtherAction", "RichMedia"],
      remaining: ["EmbeddedFiles", "ExternalLinks"],
    });
    expect(JSON.stringify(shown)).not.toContain("Evil");
  });

  test("reports hidden content with its page, in the response and in the audit trail", async () => {
    const { ctx, actor } = await requester();
    const stamps = formPdf({
      widgets: Array.from({ length: 3 }, () => "/Subtype/Square/F 36/Rect[10 10 90 30]"),
      form: "/Unused 1",
    });
    const { fileId } = await uploadFile(ctx, actor, { stream: stamps, name: "stamps.pdf" });
    const shown = await showFileById(ctx, actor, { fileId });
    const finding = { code: "printed_not_shown", page: 1, count: 3 };
    expect(shown.upload).toMatchObject({ warnings: [], shadowContent: [finding] });
    expect(shown.messages).toContainEqual({ type: "warning", message: "3 items on page 1 are printed but not shown." });
    const [created] = await readTrail(ctx, fileId);
    expect(created).toMatchObject({ type: "file.created", data: { shadowContent: [finding] } });
  });

  test("accepts a name after the bytes in a form, and stores nothing without a valid name @exhaustive", async () => {
    const { ctx, actor } = await requester();
    const before = await countBlobs(ctx);
    for (const name of [null, " ", "a\u0000b", "x".repeat(256)]) {
      const error = await uploadFile(ctx, actor, { stream: twoPages, name: () => name }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: "validation_failed", violations: [{ pointer: "/name" }] });
    }
    expect(await countBlobs(ctx)).toBe(before);
    let isRead = false;
    const stream = async function* () {
      yield await Promise.resolve(twoPages);
      isRead = true;
    };
    const { fileId } = await uploadFile(ctx, actor, { stream: stream(), name: () => (isRead ? " Lease " : null) });
    expect((await showFileById(ctx, actor, { fileId })).name).toBe("Lease");
  });

  test("refuses too many bytes, a missing name and an invalid PDF, and stores nothing", async () => {
    const { ctx, actor } = await requester();
    const before = await countBlobs(ctx);
    const small = testContext(db(), { limits: { ...ctx.limits, pdfStreamedBytes: 100 } });
    await expect(uploadFile(small, actor, { stream: twoPages, name: "x" })).rejects.toMatchObject({
      code: "too_large",
    });
    await expect(uploadFile(ctx, actor, { stream: twoPages, name: null })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(uploadFile(ctx, actor, { stream: Buffer.from("%PDF-1.7\nnothing"), name: "x" })).rejects.toMatchObject(
      { code: "pdf_invalid" },
    );
    await expect(
      uploadFile(ctx, actingAs(await makeAccount(ctx, { role: "signer" })), { stream: twoPages, name: "x" }),
    ).rejects.toMatchObject({ code: "forbidden" });
    expect(await ctx.db.select().from(files)).toEqual([]);
    expect(await countBlobs(ctx)).toBe(before);
  });
});

describe("a stored document that differs from what was written", () => {
  const damages: [string, (path: string) => Promise<void>][] = [
    ["deleted @exhaustive", (path) => rm(path)],
    [
      "flipped",
      async (path) => {
        const bytes = await readFile(path);
        bytes[50] = (bytes[50] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
    ],
    ["longer @exhaustive", (path) => appendFile(path, "x")],
    ["swapped @exhaustive", (path) => writeFile(path, "another document")],
  ];
  test.each(damages)(
    "that was %s is an integrity_error, never wrong bytes, and is noted once a day",
    async (_name, damage) => {
      const ctx = testContext(db());
      const { actor, file } = await makeRequest(ctx);
      await damage(placeOf(ctx.blobs, blobKey(file.uuid, file.sha256)));
      for (const version of ["original", "current"] as const)
        await expect(downloadFile(ctx, actor, { uuid: file.uuid, version })).rejects.toMatchObject({
          code: "integrity_error",
        });
      const events = (await readTrail(ctx, file.id)).map((event) => event.type);
      expect(events.filter((type) => type === "integrity.failed")).toHaveLength(1);
      expect(events).not.toContain("file.downloaded");
    },
  );

  test.each(damages)(
    "that was %s has no pages to draw, not even through a sign link @exhaustive",
    async (_name, damage) => {
      const ctx = testContext(db());
      const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
      const u = linkOf(ctx, signers, "ana@x.example");
      const page = { n: 1, width: 100, format: "png" } as const;
      const draw = async (): Promise<Buffer> => (await drawPage(ctx, actor, { uuid: file.uuid, ...page })).bytes();
      const drawByLink = async (): Promise<Buffer> =>
        (await drawPageByLink(ctx, { kind: "public" }, { u, ...page })).bytes();
      await draw();
      await damage(placeOf(ctx.blobs, blobKey(file.uuid, file.originalSha256)));
      await expect(draw()).rejects.toMatchObject({ code: "integrity_error" });
      await expect(drawByLink()).rejects.toMatchObject({ code: "integrity_error" });
      await expect(downloadByLink(ctx, { kind: "public" }, { u, version: "current" })).rejects.toMatchObject({
        code: "integrity_error",
      });
      expect((await readTrail(ctx, file.id)).filter(({ type }) => type === "integrity.failed")).toHaveLength(1);
    },
  );
});

test("downloads a revision added after the file was read with that revision's own size and hash @exhaustive", async () => {
  const ctx = testContext(db());
  const { actor, file: asDraft } = await makeRequest(ctx);
  await releaseFile(ctx, actor, { id: asDraft.id });
  const { stream, sizeBytes, sha256 } = await openContent(ctx, actor, asDraft, "current");
  const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
  expect(bytes.length).toBeGreaterThan(asDraft.size);
  expect({ sizeBytes, sha256 }).toEqual({
    sizeBytes: bytes.length,
    sha256: sha256Hex(bytes),
  });
});

describe("deleting", () => {
  test("removes a draft with its bytes, and keeps the trail", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx);
    await deleteFile(ctx, actor, { uuid: file.uuid });
    await expect(showFileById(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteFile(ctx, actor, { uuid: file.uuid })).rejects.toMatchObject({ code: "not_found" });
    expect(await ctx.blobs.has(blobKey(file.uuid, file.sha256))).toBe(false);
    expect(await ctx.db.select().from(fileSegments)).toEqual([]);
    expect((await readTrail(ctx, file.id)).at(-1)?.type).toBe("file.deleted");
  });

  test("refuses a document that signers can still sign, and allows it once withdrawn", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await expect(deleteFile(ctx, actor, { uuid: file.uuid })).rejects.toMatchObject({ code: "file_not_draft" });
    await withdrawFile(ctx, actor, { fileId: file.id });
    await deleteFile(ctx, actor, { uuid: file.uuid });
  });

  test("keeps a completed document's bytes for its signers", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await ctx.db.update(files).set({ status: "signed", completedAt: new Date() }).where(eq(files.id, file.id));
    await deleteFile(ctx, actor, { uuid: file.uuid });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example" }));
    expect((await download(ctx, ana, file.uuid, "current")).length).toBe(file.size);
    await expect(downloadFile(ctx, actor, { uuid: file.uuid, version: "current" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("returns not found for another account's document", async () => {
    const ctx = testContext(db());
    const { file } = await makeRequest(ctx);
    await expect(
      deleteFile(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { uuid: file.uuid }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

test("removes bytes that no row names after a day, and no others", async () => {
  const ctx = testContext(db());
  const { file } = await makeRequest(ctx);
  const dayBefore = new Date(Date.now() - 25 * 3600 * 1000);
  const named = placeOf(ctx.blobs, blobKey(file.uuid, file.sha256));
  const orphan = async (text: string) => (await storeTail(ctx, file.uuid, "preparation", Buffer.from(text))).sha256;
  const [fresh, old] = [await orphan("fresh"), await orphan("old")];
  for (const path of [named, placeOf(ctx.blobs, blobKey(file.uuid, old))]) await utimes(path, dayBefore, dayBefore);
  await pairStorage(ctx.db, ctx.blobs, { force: true });
  await sweepBlobs(ctx);
  expect(
    await Promise.all([file.sha256, fresh, old].map((sha256) => ctx.blobs.has(blobKey(file.uuid, sha256)))),
  ).toEqual([true, true, false]);
});
