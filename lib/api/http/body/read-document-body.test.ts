import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { uploadFile } from "@/lib/documents/upload/upload";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { withDocumentBody } from "./read-document-body";
import { readPdfBody } from "./read-pdf-body";

const db = useRolledBackDatabase();
const context = useTestContext();
const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe("a form", () => {
  function formOf(parts: readonly { name: string; bytes: Buffer }[]): Request {
    const form = new FormData();
    for (const { name, bytes } of parts) form.append("file", new Blob([new Uint8Array(bytes)]), name);
    return new Request("http://localhost/api/v1/file", { method: "POST", body: form });
  }

  test("with several pictures becomes one document with a page each, in their order", async () => {
    const ctx = context(db());
    const requester = actingAs(await makeAccount(ctx));
    const pictures = [await picture("#cc0000"), await picture("#0000cc")];
    const request = formOf(pictures.map((bytes, index) => ({ name: `front/page ${index}.jpg`, bytes })));
    const { fileId } = await withDocumentBody(request, ctx, ({ stream, formName }) =>
      uploadFile(ctx, requester, { stream, name: formName }),
    );
    const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
    expect(file).toMatchObject({ name: "page 0.jpg", source: { type: "pictures", name: null } });
    expect(file?.pages).toHaveLength(2);
  });

  test("with a picture and another file is refused", async () => {
    const ctx = context(db());
    const request = formOf([
      { name: "a.jpg", bytes: await picture("#cc0000") },
      { name: "b.pdf", bytes: Buffer.from("%PDF-1.7") },
    ]);
    await expect(withDocumentBody(request, ctx, () => Promise.resolve())).rejects.toMatchObject({
      violations: [{ pointer: "/file", code: "ambiguous" }],
    });
  });

  describe.each([
    ["fields", 'content-disposition: form-data; name="a"\r\n\r\n1'],
    ["parts that say nothing of themselves", "a: b\r\n\r\n1"],
  ])("with endless %s", (_kind, part) => {
    test.each([
      ["a document", (request: Request, ctx: Ctx) => withDocumentBody(request, ctx, () => Promise.resolve())],
      ["a PDF", (request: Request) => readPdfBody(request, { maxBytes: 2 ** 27, mediaTypes: ["application/pdf"] })],
    ])("is refused early when %s is read", async (_kind, read) => {
      const chunk = Buffer.from(`--x\r\n${part}\r\n`.repeat(1000));
      let given = 0;
      const body = new ReadableStream({
        pull: (stream) => (++given > 500 ? stream.close() : stream.enqueue(chunk)),
      });
      const headers = { "content-type": "multipart/form-data; boundary=x" };
      const request = new Request("http://localhost/", {
        method: "POST",
        body,
        headers,
        duplex: "half",
      } as RequestInit);
      await expect(read(request, context(db()))).rejects.toMatchObject({ violations: [{ code: "too_many" }] });
      expect(given).toBeLessThan(50);
    });
  });
});

// An error event without a listener ends the process.
test("a document that breaks off before it is read makes only its reader fail", async () => {
  let breakOff = (): void => undefined;
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(Buffer.from("%PDF-1.7"));
      breakOff = () => stream.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    },
  });
  const headers = { "content-type": "application/pdf" };
  const request = new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  const { stream } = await readPdfBody(request, { maxBytes: 1000, mediaTypes: ["application/pdf"] });
  breakOff();
  // Node emits the error before the next turn of its loop.
  await nextTurn();
  await expect(buffer(Readable.from(stream))).rejects.toThrow("aborted");
});
