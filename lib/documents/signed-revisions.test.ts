import { appendFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, fileSegments, type FileSegment } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { drawPage } from "@/lib/documents/fields/draw-page";
import { makeSignedForm } from "@/lib/pades/verify/testing/signed-files";
import { certificationFieldName, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { readTrail } from "@/lib/records/audit/events";
import { addSigners } from "@/lib/requests/add-signers";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { envelopeScenario, onePage, signEnvelope } from "@/lib/signing/testing/envelope-scenario";
import {
  newestCode,
  readBytes,
  readFile,
  releasedScenario,
  storeStroke,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { listPdfRevisions, listRevisions } from "@/lib/views/list-revisions";
import { downloadRevision, drawRevisionPage } from "./content";
import { deleteFile } from "./delete";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const picture = { width: 300, format: "png" } as const;

/** Ana and Bo, each with a field, of whom the first `signed` have signed. With both, the file is also sealed. */
async function signedBy(
  ctx: Ctx,
  signed: number,
  pdf = makePdf({ pages: [{}, { rotate: 90 }] }),
): Promise<Scenario & { uuid: string }> {
  const scenario = await releasedScenario(
    ctx,
    [
      { name: "Ana Silva", fields: [{ type: "signature" }] },
      { name: "Bo Berg", fields: [{ type: "signature" }] },
    ],
    pdf,
  );
  for (const { actor } of scenario.signers.slice(0, signed)) {
    await storeStroke(ctx, actor);
    await requestCode(ctx, actor, { fileId: scenario.fileId });
    await sign(ctx, actor, { target: { fileId: scenario.fileId }, code: await newestCode(ctx) });
  }
  return { ...scenario, uuid: (await readFile(ctx, scenario.fileId)).uuid };
}

async function bytesOf(ctx: Ctx, actor: Actor, uuid: string, revision: number): Promise<Buffer> {
  const { stream } = await downloadRevision(ctx, actor, { uuid, revision });
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

async function segmentsOf(ctx: Ctx, fileId: number): Promise<FileSegment[]> {
  return ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId)).orderBy(fileSegments.position);
}

describe("the signed revisions of a completed document", () => {
  test("are the document as sent, as signed by each signer and as sealed, each a prefix that ends at the verifier's revision", async () => {
    const ctx = testContext(db());
    const {
      uuid,
      fileId,
      requester,
      signers: [ana, bo],
    } = await signedBy(ctx, 2);
    const whole = await readBytes(ctx, fileId);
    const { data } = await listRevisions(ctx, requester, { uuid });
    expect(
      data.map(({ revision, kind, signer, field, signRequestId }) => [revision, kind, signer, field, signRequestId]),
    ).toEqual([
      [1, "prepared", null, certificationFieldName(uuid), null],
      [2, "signature", "Ana Silva", signatureFieldName(uuid, ana?.signRequestId ?? 0), ana?.signRequestId],
      [3, "signature", "Bo Berg", signatureFieldName(uuid, bo?.signRequestId ?? 0), bo?.signRequestId],
      [4, "seal", null, sealFieldName(uuid), null],
    ]);
    const report = await verifyFile(ctx, await readFile(ctx, fileId));
    expect(data.map(({ field, size, sha256 }) => ({ field, end: size, sha256 }))).toEqual(
      report.signatures.map(({ field, signedRevision }) => ({ field, ...signedRevision })),
    );
    expect(data.map(({ kind, signedAt }) => (kind === "signature" ? signedAt : ""))).toEqual(
      ["", ...report.signatures.slice(1, 3).map(({ signedAt }) => new Date(signedAt ?? "").toISOString()), ""].map(
        (at) => expect.stringContaining(at.slice(0, 19)) as unknown,
      ),
    );
    for (const { revision, size, sha256 } of data) {
      const bytes = await bytesOf(ctx, requester, uuid, revision);
      expect(bytes.equals(whole.subarray(0, size))).toBe(true);
      expect(sha256Hex(bytes)).toBe(sha256);
    }
    expect(pdfsig(await bytesOf(ctx, requester, uuid, 2)).filter(({ isSigned }) => isSigned)).toHaveLength(2);
  });

  test("stay available to a signer after the requester deletes the document, but not to the requester @exhaustive", async () => {
    const ctx = testContext(db());
    const {
      uuid,
      requester,
      signers: [ana],
    } = await signedBy(ctx, 2);
    await deleteFile(ctx, requester, { uuid });
    expect((await bytesOf(ctx, ana.actor, uuid, 2)).length).toBeGreaterThan(0);
    for (const refused of [
      () => listRevisions(ctx, requester, { uuid }),
      () => downloadRevision(ctx, requester, { uuid, revision: 2 }),
      () => drawRevisionPage(ctx, requester, { uuid, revision: 2, n: 1, ...picture }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("a document that is not completed", () => {
  test("lists the revisions signed so far, none for a draft, and returns not found for a future one @exhaustive", async () => {
    const ctx = testContext(db());
    const { uuid, requester } = await signedBy(ctx, 1);
    expect((await listRevisions(ctx, requester, { uuid })).data.map(({ kind }) => kind)).toEqual([
      "prepared",
      "signature",
    ]);
    for (const revision of [0, 3, 99])
      await expect(downloadRevision(ctx, requester, { uuid, revision })).rejects.toMatchObject({ code: "not_found" });
    const draft = await makeRequest(ctx);
    expect(await listRevisions(ctx, draft.actor, { uuid: draft.file.uuid })).toEqual({ data: [] });
  });

  test("that was prepared again lists only the new preparation, and returns not found for the old number @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    const before = (await listRevisions(ctx, actor, { uuid: file.uuid })).data;
    await addSigners(ctx, actor, { uuid: file.uuid, users: [{ email: "third@x.example" }] });
    const after = (await listRevisions(ctx, actor, { uuid: file.uuid })).data;
    expect([before.map(({ revision }) => revision), after.map(({ revision }) => revision)]).toEqual([[1], [2]]);
    expect((await bytesOf(ctx, actor, file.uuid, 2)).length).toBe(after[0]?.size);
    await expect(downloadRevision(ctx, actor, { uuid: file.uuid, revision: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("that was already signed when uploaded is prepared without a certification @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, {
      file: { base64: (await makeSignedForm()).toString("base64") },
      users: [{ email: "ana@x.example" }],
      status: 1,
    });
    expect((await listRevisions(ctx, actor, { uuid: file.uuid })).data).toMatchObject([
      { revision: 1, kind: "prepared", field: null, signer: null },
    ]);
  });
});

describe("the signed revisions of an envelope", () => {
  test("are those of each file, with bytes and pictures by the file's uuid, for requester and signers @exhaustive", async () => {
    const ctx = testContext(db());
    const scenario = await envelopeScenario(
      ctx,
      [onePage(), onePage()],
      [
        { name: "Ana", signs: [0, 1] },
        { name: "Bo", signs: [1] },
      ],
    );
    await signEnvelope(ctx, scenario, 0);
    await signEnvelope(ctx, scenario, 1);
    await finishFile(ctx, scenario.fileId);
    const { requester, uuid, people } = scenario;
    const pdfs = await listPdfRevisions(ctx, requester, { uuid });
    expect(pdfs.map(({ name, versions }) => [name, versions.map(({ kind, signer }) => signer ?? kind)])).toEqual([
      ["File 1", ["prepared", "Ana", "seal"]],
      ["File 2", ["prepared", "Ana", "Bo", "seal"]],
    ]);
    expect((await listRevisions(ctx, requester, { uuid })).data).toEqual([]);
    for (const actor of [requester, people[1]?.actor ?? requester])
      for (const pdf of pdfs) {
        expect((await listRevisions(ctx, actor, { uuid: pdf.uuid })).data).toEqual(pdf.versions);
        for (const { revision, size, sha256 } of pdf.versions) {
          const bytes = await bytesOf(ctx, actor, pdf.uuid, revision);
          expect([bytes.length, sha256Hex(bytes)]).toEqual([size, sha256]);
        }
      }
    const draw = async (revision: number) =>
      (await drawRevisionPage(ctx, requester, { uuid: pdfs[1]?.uuid ?? "", revision, n: 1, ...picture })).bytes();
    const pictures = await Promise.all((pdfs[1]?.versions ?? []).map(({ revision }) => draw(revision)));
    expect(new Set(pictures.slice(0, 3).map(sha256Hex)).size).toBe(3);
  });
});

describe("reading a revision", () => {
  test("is noted with its number like a download of the document, except for views by the requester @exhaustive", async () => {
    const ctx = testContext(db());
    const {
      uuid,
      fileId,
      requester,
      signers: [ana],
    } = await signedBy(ctx, 1);
    for (const [actor, purpose] of [
      [requester, "view"],
      [requester, "download"],
      [ana.actor, "view"],
    ] as const) {
      (await downloadRevision(ctx, actor, { uuid, revision: 2, purpose })).stream.destroy();
    }
    await (await drawRevisionPage(ctx, ana.actor, { uuid, revision: 2, n: 1, ...picture })).bytes();
    const [noted] = (await listRevisions(ctx, requester, { uuid })).data.filter(({ revision }) => revision === 2);
    const downloads = (await readTrail(ctx, fileId)).filter(({ type }) => type === "file.downloaded");
    expect(downloads.map(({ actor, doc, data }) => [actor.accountId, doc, data])).toEqual(
      [requester, ana.actor].map(({ account }) => [
        account.id,
        { sha256: noted?.sha256, size: noted?.size, revision: 2 },
        { version: "revision" },
      ]),
    );
  });

  test("shows each revision's own pages, so that a signature appears from the revision that made it @exhaustive", async () => {
    const ctx = testContext(db());
    const { uuid, fileId, requester } = await signedBy(ctx, 2);
    const draw = async (revision: number) =>
      (await drawRevisionPage(ctx, requester, { uuid, revision, n: 1, ...picture })).bytes();
    const [sent, byAna, byBo] = [await draw(1), await draw(2), await draw(3)];
    expect(new Set([sent, byAna, byBo].map(sha256Hex)).size).toBe(3);
    const now = await (await drawPage(ctx, requester, { uuid, n: 1, ...picture })).bytes();
    expect(byBo.equals(now)).toBe(true);
    const etags = await Promise.all(
      [1, 2, 3].map(
        async (revision) => (await drawRevisionPage(ctx, requester, { uuid, revision, n: 1, ...picture })).etag,
      ),
    );
    expect(new Set(etags).size).toBe(3);
    await expect(drawRevisionPage(ctx, requester, { uuid, revision: 2, n: 3, ...picture })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await readFile(ctx, fileId)).status).toBe("signed");
  });

  test("is refused for strangers, and for a signer who has not been notified", async () => {
    const ctx = testContext(db());
    const { uuid } = await signedBy(ctx, 1);
    const stranger = actingAs(await makeAccount(ctx));
    for (const refused of [
      () => listRevisions(ctx, stranger, { uuid }),
      () => downloadRevision(ctx, stranger, { uuid, revision: 2 }),
      () => drawRevisionPage(ctx, stranger, { uuid, revision: 2, n: 1, ...picture }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("never serves bytes altered on disk, but serves earlier revisions when a later segment was altered", async () => {
    const ctx = testContext(db());
    const { uuid, fileId, requester } = await signedBy(ctx, 1);
    const last = (await segmentsOf(ctx, fileId)).at(-1);
    await appendFile(placeOf(ctx.blobs, blobKey(uuid, last?.sha256 ?? "")), "x");
    await expect(downloadRevision(ctx, requester, { uuid, revision: 2 })).rejects.toMatchObject({
      code: "integrity_error",
    });
    await expect(
      (await drawRevisionPage(ctx, requester, { uuid, revision: 2, n: 1, ...picture })).bytes(),
    ).rejects.toMatchObject({ code: "integrity_error" });
    expect((await bytesOf(ctx, requester, uuid, 1)).length).toBeGreaterThan(0);
    await ctx.db.update(files).set({ status: "cancelled" }).where(eq(files.id, fileId));
    expect((await bytesOf(ctx, requester, uuid, 1)).length).toBeGreaterThan(0);
  });
});
