import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import busboy from "busboy";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, fileSegments } from "@/db/schema/files";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { countDamaged } from "@/lib/documents/storage/damaged-blobs";
import { uploadFile } from "@/lib/documents/upload/upload";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { listEvents } from "@/lib/records/events/wire";
import { createDocument } from "@/lib/requests/create";
import { withdrawFile } from "@/lib/requests/withdraw";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readBytes, readFile } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { flipBit } from "@/lib/testing/blob-place";
import { exactly } from "@/lib/testing/representatives";
import { twoPages } from "@/lib/testing/requests";
import { sendTest } from "./deliveries";
import { changeEndpoint, listEndpoints } from "./endpoints";
import { deliverAll, useHooks, verify } from "./testing/hooks";
import { status, type Received } from "./testing/receiver";

// Positions in the log of events, and so deliveries, follow commits.
const database = useCommittedDatabase();
const { makeReceiver, contextFor } = useHooks(() => database().db);
const users = [{ email: "ana@x.example" }];

/** `ana@x.example`, the last signer, signs with a code from an e-mail. */
async function signLast(ctx: Ctx, fileId: number): Promise<void> {
  const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
  await requestCode(ctx, ana, { fileId });
  await sign(ctx, ana, { target: { fileId }, code: await newestCode(ctx) });
}

async function formOf({
  headers,
  body,
}: Received): Promise<Record<string, string | { name: string; type: string; bytes: Buffer }>> {
  const form: Awaited<ReturnType<typeof formOf>> = {};
  const parser = busboy({ headers });
  parser.on("field", (name, value) => {
    form[name] = value;
  });
  const reading: Promise<void>[] = [];
  parser.on("file", (name, stream, { filename, mimeType }) => {
    reading.push(
      (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        form[name] = { name: filename ?? "", type: mimeType, bytes: Buffer.concat(chunks) };
      })(),
    );
  });
  await new Promise((resolve, reject) => parser.on("close", resolve).on("error", reject).end(body));
  await Promise.all(reading);
  return form;
}

describe("a callback", () => {
  test("receives every event of its document, signed with the secret that was returned once", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const requester = actingAs(await makeAccount(ctx));
    const { fileId, callbackSecret } = await createDocument(ctx, requester, {
      file: { base64: twoPages.toString("base64") },
      name: "Lease",
      status: 1,
      users,
      callback: receiver.url("/called"),
    });
    await createDocument(ctx, requester, { file: { base64: twoPages.toString("base64") }, name: "Another", users });
    await signLast(ctx, fileId);
    await deliverAll(ctx);
    const bodies = receiver.received.map(
      (one) =>
        verify(callbackSecret ?? "", one) as {
          type: string;
          data: { sequence: number; status: number; sha256: string };
        },
    );
    expect(bodies.map(({ type, data }) => `${data.sequence} ${type} ${data.status}`)).toEqual([
      "1 file.created 0",
      "2 file.released 1",
      "3 sign_request.notified 1",
      "4 sign_request.signed 5",
      "5 file.signed 3",
    ]);
    expect(bodies.at(-1)?.data.sha256).toBe((await readFile(ctx, fileId)).sha256);
    expect(receiver.received.every(({ path }) => path === "/called")).toBe(true);
  });

  test("as a form is sent once, when the document is sealed, with uuid, status 3 and the signed PDF, and is retried on failure", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    receiver.answers.push(status(500), status(200));
    const requester = actingAs(await makeAccount(ctx));
    const { fileId, callbackSecret } = await createDocument(ctx, requester, {
      file: { base64: twoPages.toString("base64") },
      name: 'A "quoted" Lease ü',
      status: 1,
      users,
      callback: receiver.url(),
      callbackFormat: "multipart",
    });
    await deliverAll(ctx);
    expect(receiver.received).toEqual([]);
    await signLast(ctx, fileId);
    await deliverAll(ctx, [0, 0]);
    expect(receiver.received).toHaveLength(2);
    const [refused, taken] = receiver.received as [Received, Received];
    expect(taken.body.equals(refused.body)).toBe(true);
    expect(taken.headers["webhook-id"]).toBe(refused.headers["webhook-id"]);
    const form = await formOf(taken);
    const { file } = form as { file: { name: string; type: string; bytes: Buffer } };
    expect(form).toMatchObject({ uuid: (await readFile(ctx, fileId)).uuid, status: "3" });
    expect(file.bytes.equals(await readBytes(ctx, fileId))).toBe(true);
    expect(file.type).toBe("application/pdf");
    expect(taken.body.toString()).toContain('filename="A %22quoted%22 Lease ü.pdf"');
    expect(pdfsig(file.bytes)).toHaveLength(3);
    expect(() =>
      verify(callbackSecret ?? "", { ...taken, body: Buffer.concat([taken.body, Buffer.from("x")]) }),
    ).toThrow();
    const signed = `${String(taken.headers["webhook-id"])}.${String(taken.headers["webhook-timestamp"])}.`;
    const mac = createHmac("sha256", Buffer.from((callbackSecret ?? "").slice(6), "base64"))
      .update(signed)
      .update(taken.body)
      .digest("base64");
    expect(taken.headers["webhook-signature"]).toBe(`v1,${mac}`);
  });

  test("as a form never contains wrong bytes of a damaged document @exhaustive", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const requester = actingAs(await makeAccount(ctx));
    const { fileId } = await createDocument(ctx, requester, {
      file: { base64: twoPages.toString("base64") },
      name: "Lease",
      status: 1,
      users,
      callback: receiver.url(),
      callbackFormat: "multipart",
    });
    await signLast(ctx, fileId);
    const [{ uuid, sha256 }] = exactly(
      1,
      await ctx.db
        .select({ uuid: files.uuid, sha256: fileSegments.sha256 })
        .from(fileSegments)
        .innerJoin(files, eq(files.id, fileSegments.fileId))
        .where(eq(fileSegments.kind, "upload")),
    );
    await flipBit(ctx.blobs, blobKey(uuid, sha256));
    await deliverAll(ctx, [0]);
    expect(receiver.received).toEqual([]);
    const [delivery] = await ctx.db.select().from(webhookDeliveries);
    expect(delivery).toMatchObject({ status: "failed", attempts: [{ error: "document_missing" }] });
    expect(await countDamaged(ctx)).toBe(1);
  });

  test("as a form receives only the signed document, whatever its owner requests, and cannot be tested @exhaustive", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const requester = actingAs(await makeAccount(ctx));
    const { fileId } = await createDocument(ctx, requester, {
      file: { base64: twoPages.toString("base64") },
      name: "Lease",
      status: 1,
      users,
      callback: receiver.url(),
      callbackFormat: "multipart",
    });
    const [callback] = await listEndpoints(ctx, requester, { fileId });
    const id = callback?.id ?? 0;
    for (const events of [null, ["file.created" as const]])
      await expect(changeEndpoint(ctx, requester, id, { events })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(sendTest(ctx, requester, id)).rejects.toMatchObject({ code: "validation_failed" });
    await withdrawFile(ctx, requester, { fileId });
    await deliverAll(ctx);
    expect(receiver.received).toEqual([]);
  });

  test("can be read by its requester, and is not listed as a subscription", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const requester = actingAs(await makeAccount(ctx));
    const { fileId } = await createDocument(ctx, requester, {
      file: { base64: twoPages.toString("base64") },
      name: "Lease",
      users,
      callback: receiver.url(),
    });
    expect(await listEndpoints(ctx, requester, {})).toEqual([]);
    expect(await listEndpoints(ctx, requester, { fileId })).toMatchObject([{ url: receiver.url(), fileId }]);
    expect(await listEndpoints(ctx, actingAs(await makeAccount(ctx)), { fileId })).toEqual([]);
  });

  test("can be given with an existing upload, and receives its creation @exhaustive", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const requester = actingAs(await makeAccount(ctx));
    const { fileId } = await uploadFile(ctx, requester, { stream: Readable.from([twoPages]), name: "Lease" });
    const made = await createDocument(ctx, requester, {
      file: { fileId },
      name: "Lease",
      status: 1,
      users,
      callback: receiver.url(),
    });
    await deliverAll(ctx);
    expect(receiver.received.map((one) => (verify(made.callbackSecret ?? "", one) as { type: string }).type)).toEqual([
      "file.created",
      "file.released",
      "sign_request.notified",
    ]);
  });
});

async function blobsOf(ctx: Ctx): Promise<number> {
  const keys: string[] = [];
  for await (const key of ctx.blobs.list(new Date(Date.now() + 1000))) keys.push(key);
  return keys.length;
}

describe("a document by URL", () => {
  const serve =
    (bytes: Buffer, headers: Record<string, string> = {}) =>
    (response: Parameters<ReturnType<typeof status>>[0]): void => {
      response.writeHead(200, headers).end(bytes);
    };

  test("is fetched and stored byte for byte as the upload", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    receiver.answers.push(serve(twoPages));
    const { fileId } = await createDocument(ctx, actingAs(await makeAccount(ctx)), {
      file: { url: receiver.url("/lease.pdf") },
      name: "Lease",
      users,
    });
    expect(await readFile(ctx, fileId)).toMatchObject({
      originalSha256: sha256Hex(twoPages),
      originalSize: twoPages.length,
      pages: [{}, {}],
    });
  });

  test.each<[string, (response: Parameters<ReturnType<typeof status>>[0]) => void, string]>([
    ["is not a PDF", serve(Buffer.from("<html>")), "pdf_invalid"],
    ["is not found @exhaustive", status(404), "url_unreachable"],
    ["is packed @exhaustive", serve(twoPages, { "content-encoding": "gzip" }), "url_unreachable"],
    ["is larger than 25 MiB @exhaustive", serve(Buffer.alloc(26 * 1024 * 1024, "%PDF-1.7 ")), "url_unreachable"],
    [
      "breaks off @exhaustive",
      (response) => {
        response.writeHead(200, { "content-length": "5000" }).write("%PDF-1.7");
        setTimeout(() => response.destroy(), 20);
      },
      "url_unreachable",
    ],
  ])("that %s stores nothing", async (_what, answer, code) => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    receiver.answers.push(answer);
    const before = await blobsOf(ctx);
    const refusal: unknown = await createDocument(ctx, actingAs(await makeAccount(ctx)), {
      file: { url: receiver.url() },
      name: "Lease",
      status: 1,
      users,
    }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code });
    expect(JSON.stringify(refusal)).not.toMatch(/html|404|said/);
    expect(await ctx.db.$count(files)).toBe(0);
    expect(await blobsOf(ctx)).toBe(before);
  });

  test("is not fetched when anything else is invalid, and must be on this instance or a public host", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const requester = actingAs(await makeAccount(ctx));
    const request = { file: { url: receiver.url() }, name: "Lease", users };
    await expect(createDocument(ctx, requester, { ...request, users: [] })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(createDocument(ctx, requester, { ...request, callback: "http://10.0.0.1/" })).rejects.toMatchObject({
      code: "url_not_allowed",
      violations: [{ pointer: "/callback" }],
    });
    await expect(
      createDocument(ctx, actingAs(await makeAccount(ctx, { role: "signer" })), request),
    ).rejects.toMatchObject({ code: "forbidden" });
    await expect(createDocument(ctx, requester, { ...request, file: { url: "" } })).rejects.toMatchObject({
      code: "url_not_allowed",
      violations: [{ pointer: "/file/url" }],
    });
    expect(receiver.received).toEqual([]);
    expect([
      await ctx.db.$count(files),
      await ctx.db.$count(webhookEndpoints),
      (await listEvents(ctx, requester.account.id, {})).rows,
    ]).toEqual([0, 0, []]);
  });
});
