import { X509Certificate } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { instanceKeys } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { makeSingleUseSigner, rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import { readCurrentFile } from "@/lib/documents/whole-version";
import { signFields } from "@/lib/pades/sign-fields";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { opensslVerifies, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { placeOf } from "@/lib/testing/blob-place";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { sign } from "./sign";
import { signedCmsOf } from "./testing/signed-cms";
import {
  eventTypes,
  newestCode,
  readBytes,
  readEvents,
  readFile,
  releasedScenario,
  storeStroke,
} from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const signPassword = "a quiet green harbour";

describe("a document from request to seal", () => {
  test("accepts one signer's code and another's password, and every external tool and our own verifier accept all signatures", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const scenario = await releasedScenario(ctx, [
      { name: "Ana Ångström", fields: [{ type: "signature" }, { type: "date" }] },
      { name: "Bo Ωmega", method: "password", fields: [{ type: "signature" }] },
    ]);
    const [ana, bo] = scenario.signers;
    await storeStroke(ctx, ana.actor);
    await storeStroke(ctx, bo.actor);
    await setSigningPassword(ctx, bo.actor, { signPassword });
    const prepared = await readBytes(ctx, scenario.fileId);

    await requestCode(ctx, ana.actor, { fileId: scenario.fileId });
    const first = await sign(ctx, ana.actor, { target: { fileId: scenario.fileId }, code: await newestCode(ctx) });
    expect(first.file.status).toBe("partially_signed");
    expect(first.signature).toMatchObject({ level: "B-B", verdict: "intact", timestamp: null });
    expect(first.signature.subject).toMatch(/CN=Ana Ångström/);
    expect(first.signature.subject).toMatch(/mailbox access\\?, code entered 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ/);
    const afterFirst = await readBytes(ctx, scenario.fileId);
    expect(afterFirst.subarray(0, prepared.length).equals(prepared)).toBe(true);

    const second = await sign(ctx, bo.actor, { target: { fileId: scenario.fileId }, password: signPassword });
    expect(second.file.status).toBe("signed");
    const final = await readBytes(ctx, scenario.fileId);
    expect(final.subarray(0, afterFirst.length).equals(afterFirst)).toBe(true);

    const signatures = pdfsig(final);
    expect(signatures.map((signature) => [signature.isSigned, signature.isValid])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [true, true],
    ]);
    expect(qpdfCheck(final)).toBe(0);
    const [root] = await rootCertificates(ctx);
    const contents = signedCmsOf(final);
    expect(contents).toHaveLength(4);
    for (const { cms, data } of contents) expect(opensslVerifies(cms, data, root ?? Buffer.alloc(0))).toBe(true);

    const report = await verifyFile(ctx, await readFile(ctx, scenario.fileId));
    expect(report.signatures.map((record) => [record.chain, record.verdict])).toEqual([
      ["ours", "intact_later_allowed"],
      ["ours", "intact_later_allowed"],
      ["ours", "intact_later_allowed"],
      ["ours", "intact"],
    ]);
  });

  test("records each step in the trail, which verifies, and the seal attests to its last `signed` event", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const types = await eventTypes(ctx, fileId);
    expect(types.slice(types.indexOf("code.sent"))).toEqual([
      "code.sent",
      "code.accepted",
      "certificate.issued",
      "signed",
      "file.completed",
      "mail.queued",
      "mail.queued",
    ]);
    const events = await readEvents(ctx, fileId);
    expect(trailBreaksAt(await readFile(ctx, fileId), events)).toBeNull();
    const signed = events.find((event) => event.type === "signed");
    const report = await verifyFile(ctx, await readFile(ctx, fileId));
    expect(report.signatures.at(-1)?.reason).toBe(`Sealed by Paraph. Audit trail head: sha256:${signed?.hash}`);
    expect(JSON.stringify(events)).not.toContain(ana.actor.account.email);
  });

  test("sends completion mails to the requester and to every signer, once @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      requester,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const mails = (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification")))
      .map((job) => job.payload)
      .filter((payload) => payload["template"] === "completion");
    expect(mails).toEqual([
      { template: "completion", fileId, signRequestId: null, accountId: requester.account.id },
      { template: "completion", fileId, signRequestId: ana.signRequestId, accountId: null },
    ]);
  });

  test("makes equally valid RSA-2048 signatures and seal when RSA keys are configured @exhaustive", async () => {
    const ctx = context(db(), { signingKeyType: "rsa2048" });
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "name" }] }]);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const final = await readBytes(ctx, fileId);
    expect(pdfsig(final).every((signature) => signature.isValid)).toBe(true);
    const report = await verifyFile(ctx, await readFile(ctx, fileId));
    expect(report.signatures.map((record) => record.cms.signatureAlgorithm)).toEqual(
      expect.arrayContaining([expect.stringMatching(/RSA/i)]),
    );
    expect(new Set(report.signatures.map((record) => record.chain))).toEqual(new Set(["ours"]));
  });

  test("keeps earlier signatures of a document signed elsewhere valid, and adds ours @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "signature" }] }], await signedElsewhere(ctx));
    await storeStroke(ctx, ana.actor);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const signed = pdfsig(await readBytes(ctx, fileId)).filter((signature) => signature.isSigned);
    expect(signed.map((signature) => signature.isValid)).toEqual([true, true, true]);
    expect((await verifyFile(ctx, await readFile(ctx, fileId))).verdict).toBe("intact_later_allowed");
  });

  test("refuses a further request for a document that we certified and sealed @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    await expect(releasedScenario(ctx, [{ name: "Bo" }], await readBytes(ctx, fileId))).rejects.toMatchObject({
      code: "pdf_locked",
    });
  });
});

/** An upload with one ordinary signature and no certification. */
async function signedElsewhere(ctx: Ctx): Promise<Buffer> {
  const uuid = "3f0c1f0a-6c44-4a37-8b8e-0d6a6f1f2b3c";
  const base = makePdf({ pages: [{}] });
  const { tail } = prepareDocument(fromBuffer(base), {
    fileUuid: uuid,
    signers: [{ signRequestId: 7, fields: [] }],
    maxPages: 10,
    expectedSha256: null,
  });
  const prepared = Buffer.concat([base, tail]);
  const signer = await makeSingleUseSigner(ctx, {
    displayName: "Earlier",
    email: "earlier@example.org",
    proof: "made by a test",
  });
  const plan = {
    fieldName: signatureFieldName(uuid, 7),
    content: null,
    fills: [],
    images: {},
    signedAt: new Date(),
    name: "Earlier",
    reason: null,
    expectedSha256: null,
  };
  return Buffer.concat([prepared, (await signFields(fromBuffer(prepared), plan, signer.makeCms)).tail]);
}

test("refuses to sign a changed, truncated or missing blob with 409 and an audit event, and never signs wrong bytes", async () => {
  const ctx = context(db());
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }], makePdf({ pages: [{}], sizeBytes: 20_000 }));
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  const { file, segments } = await readCurrentFile(ctx, fileId);
  const path = placeOf(ctx.blobs, blobKey(file.uuid, segments[0]?.sha256 ?? ""));
  const bytes = readFileSync(path);
  chmodSync(path, 0o600);
  const flipped = Buffer.from(bytes);
  flipped[5000] = (flipped[5000] ?? 0) ^ 1;
  writeFileSync(path, flipped);
  for (let time = 0; time < 2; time++)
    await expect(sign(ctx, ana.actor, { target: { fileId }, code })).rejects.toMatchObject({ code: "integrity_error" });
  expect((await eventTypes(ctx, fileId)).filter((type) => type === "integrity.failed")).toHaveLength(1);
  writeFileSync(path, bytes);
  expect((await sign(ctx, ana.actor, { target: { fileId }, code })).file.status).toBe("signed");
});

test("stores no code, link or private key in clear", async () => {
  const ctx = context(db());
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }]);
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  const dump = JSON.stringify([
    await ctx.db.select().from(challenges),
    await ctx.db.select().from(outboxJobs),
    await readEvents(ctx, fileId),
    await ctx.db.select().from(signRequests),
  ]);
  expect(dump).not.toMatch(new RegExp(`"${code}"`));
  expect(dump).not.toContain(ana.link);
  const keys = await ctx.db.select().from(instanceKeys);
  expect(keys).toHaveLength(3);
  for (const key of keys) {
    expect(new X509Certificate(key.certificate).subject).toContain("Paraph");
    expect(() => new X509Certificate(key.sealedKey)).toThrow();
    expect(key.sealedKey.includes(Buffer.from("06082a8648ce3d030107", "hex"))).toBe(false);
  }
});
