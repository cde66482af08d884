import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fileSegments } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { sealSigner } from "@/lib/authority/document-signer";
import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { openContent } from "@/lib/documents/content";
import { addField } from "@/lib/documents/fields/add";
import { changeField } from "@/lib/documents/fields/change";
import { uploadFile } from "@/lib/documents/upload/upload";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { makeRequest, readRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { updateRequest } from "./update";

const db = useRolledBackDatabase();
const testContext = useTestContext();

/** A document signed elsewhere without certification. */
async function signedElsewhere(ctx: Ctx, unsigned = twoPages): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "signed-"));
  try {
    const write = async (name: string, bytes: Buffer) => {
      await writeFile(path.join(folder, name), bytes);
      return { path: path.join(folder, name), size: bytes.length };
    };
    const fileUuid = randomUUID();
    const signer = await sealSigner(ctx);
    const base = await write("base", unsigned);
    const prepared = await ctx.engine.prepare([base], {
      fileUuid,
      signers: [{ signRequestId: 7, fields: [] }],
      maxPages: 10,
      expectedSha256: null,
    });
    const segments = [base, await write("prepared", prepared.tail)];
    const spec = {
      fieldName: signatureFieldName(fileUuid, 7),
      content: null,
      fills: [],
      images: {},
      signedAt: new Date(),
      name: "Elsewhere",
      reason: null,
      expectedSha256: prepared.sha256,
    };
    const signed = await ctx.engine.sign(segments, spec, signer.makeCms);
    return Buffer.concat([unsigned, prepared.tail, signed.tail]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function currentBytes(ctx: Ctx, actor: Actor, fileId: number): Promise<Buffer> {
  const { stream } = await openContent(ctx, actor, await getOwnFile(ctx, actor, { id: fileId }), "current");
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

describe("an upload with signatures", () => {
  test("keeps its active content, and warns the requester and signers about it", async () => {
    const ctx = testContext(db());
    const active = makePdf({ pages: [{}], catalogExtra: "/OpenAction<</S/JavaScript/JS(1)>>" });
    const upload = await signedElsewhere(ctx, active);
    const { actor, file } = await makeRequest(ctx, { file: { base64: upload.toString("base64") } });
    expect((await currentBytes(ctx, actor, file.id)).equals(upload)).toBe(true);
    expect(file).toMatchObject({ alreadySigned: true, removed: [], remaining: ["JavaScript", "OpenAction"] });
  });

  test("stays unchanged, is not certified at release, and keeps its signature valid", async () => {
    const ctx = testContext(db());
    const upload = await signedElsewhere(ctx);
    const { actor, file, signers } = await makeRequest(ctx, { file: { base64: upload.toString("base64") } });
    expect(file.alreadySigned).toBe(true);
    expect((await currentBytes(ctx, actor, file.id)).equals(upload)).toBe(true);
    const coordinates = { page: 2, left: 40, top: 60, width: 180, height: 60 };
    for (const signer of signers)
      await addField(ctx, actor, { uuid: file.uuid, type: "signature", signRequestId: signer.id, coordinates });
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });

    const released = await currentBytes(ctx, actor, file.id);
    expect(released.subarray(0, upload.length).equals(upload)).toBe(true);
    const kinds = (await ctx.db.select().from(fileSegments)).map((segment) => segment.kind);
    expect(kinds).toEqual(["upload", "preparation"]);
    const signatures = pdfsig(released);
    expect(signatures.filter((signature) => signature.isSigned).map((signature) => signature.isValid)).toEqual([true]);
    expect(signatures.map((signature) => signature.field)).toEqual(
      expect.arrayContaining(signers.map((signer) => signatureFieldName(file.uuid, signer.id))),
    );
  });
});

test("names a field over an annotation of a signed upload and blocks the release, but accepts a field beside it @exhaustive", async () => {
  const ctx = testContext(db());
  const stamped = makePdf({
    pages: [{ extra: "/Annots[1000 0 R]" }],
    objects: ["<</Type/Annot/Subtype/Stamp/F 4/Rect[100 600 200 700]>>"],
  });
  const upload = await signedElsewhere(ctx, stamped);
  const { actor, file, signers } = await makeRequest(ctx, {
    file: { base64: upload.toString("base64") },
    users: [{ email: "ana@x.example" }],
  });
  const coordinates = { page: 1, left: 150, top: 150, width: 100, height: 40 };
  const { field } = await addField(ctx, actor, {
    uuid: file.uuid,
    type: "signature",
    signRequestId: signers[0].id,
    coordinates,
  });
  const refused = {
    code: "validation_failed",
    detail: expect.stringContaining(`Element ${field.elementId} on page 1 `) as string,
  };
  await expect(updateRequest(ctx, actor, { uuid: file.uuid, status: 1 })).rejects.toMatchObject(refused);
  expect((await readRequest(ctx, actor, file.id)).file.status).toBe("draft");
  const edit = {
    uuid: file.uuid,
    name: "Renamed",
    visibleElements: [{ elementId: field.elementId, coordinates: { ...coordinates, left: 160 } }],
    status: 1,
  };
  await expect(updateRequest(ctx, actor, edit)).rejects.toMatchObject(refused);
  expect((await readRequest(ctx, actor, file.id)).file.name).toBe("Lease");

  await changeField(ctx, actor, {
    uuid: file.uuid,
    elementId: field.elementId,
    coordinates: { ...coordinates, left: 300 },
  });
  await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });
  expect((await readRequest(ctx, actor, file.id)).file.status).toBe("able_to_sign");
});

test("refuses a certified upload as locked", async () => {
  const ctx = testContext(db());
  const { actor, file } = await makeRequest(ctx, { status: 1 });
  const certified = await currentBytes(ctx, actor, file.id);
  await expect(uploadFile(ctx, actor, { stream: certified, name: "again" })).rejects.toMatchObject({
    code: "pdf_locked",
  });
  expect((await readRequest(ctx, actor, file.id)).file).toEqual(file);
});
