import { X509Certificate } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts, instanceKeys } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { setSigningPassword } from "@/lib/account-signatures/set-signing-password";
import { trailBreaksAt } from "@/lib/audit/trail";
import { makeActSigner, rootCertificates } from "@/lib/authority/document-signer";
import { blobKey } from "@/lib/blobs/blob-key";
import type { Ctx } from "@/lib/context";
import { signFields } from "@/lib/pades/sign-fields";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { signatureFieldName } from "@/lib/pdf/field-names";
import { prepareDocument } from "@/lib/pdf/prepare";
import { opensslVerifies, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { requestCode } from "@/lib/sign-methods/request-code";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { readCurrentFile } from "./current-file";
import { sign } from "./sign";
import { signedCmsOf } from "./testing/signed-cms";
import { eventTypes, newestCode, readBytes, readEvents, readFile, readSignRequest, releasedScenario, storeStroke } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const signPassword = "a quiet green harbour";

describe("the whole way of a document", () => {
  test("one signs by code, one by password: every outside tool accepts all signatures, and ours calls them intact and ours", async () => {
    const ctx = context(db());
    const scenario = await releasedScenario(ctx, [
      { name: "Ana Ångström", boxes: [{ type: "signature" }, { type: "date" }] },
      { name: "Bo Ωmega", method: "password", boxes: [{ type: "signature" }] },
    ]);
    const [ana, bo] = scenario.signers;
    if (!ana || !bo) throw new Error("two signers");
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
    expect(signatures.map((signature) => [signature.isSigned, signature.isValid])).toEqual([[true, true], [true, true], [true, true], [true, true]]);
    expect(qpdfCheck(final)).toBe(0);
    const [root] = await rootCertificates(ctx);
    const contents = signedCmsOf(final);
    expect(contents).toHaveLength(4);
    for (const { cms, data } of contents) expect(opensslVerifies(cms, data, root ?? Buffer.alloc(0))).toBe(true);

    const report = await verifyFile(ctx, await readFile(ctx, scenario.fileId));
    expect(report.signatures.map((record) => [record.chain, record.verdict])).toEqual([
      ["ours", "intact_later_allowed"], ["ours", "intact_later_allowed"], ["ours", "intact_later_allowed"], ["ours", "intact"],
    ]);
  });

  test("the trail names each step, holds together, and its last `signed` event is what the seal vouches for", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana" }]);
    if (!ana) throw new Error("one signer");
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const types = await eventTypes(ctx, fileId);
    expect(types.slice(types.indexOf("code.sent"))).toEqual(["code.sent", "code.accepted", "certificate.issued", "signed", "file.completed", "mail.queued", "mail.queued"]);
    const events = await readEvents(ctx, fileId);
    expect(trailBreaksAt(await readFile(ctx, fileId), events)).toBeNull();
    const signed = events.find((event) => event.type === "signed");
    const report = await verifyFile(ctx, await readFile(ctx, fileId));
    expect(report.signatures.at(-1)?.reason).toBe(`Sealed by Paraph. Audit trail head: sha256:${signed?.hash}`);
    expect(JSON.stringify(events)).not.toContain(ana.actor.account.email);
  });

  test("completion mails go to the requester and to everybody who signed, once", async () => {
    const ctx = context(db());
    const { fileId, requester, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana" }]);
    if (!ana) throw new Error("one signer");
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const mails = (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"))).map((job) => job.payload).filter((payload) => payload["template"] === "completion");
    expect(mails).toEqual([
      { template: "completion", fileId, signRequestId: null, accountId: requester.account.id },
      { template: "completion", fileId, signRequestId: ana.signRequestId, accountId: null },
    ]);
  });

  test("with RSA keys configured, acts and the seal are RSA-2048 and just as valid", async () => {
    const ctx = context(db(), { signingKeyType: "rsa2048" });
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana", boxes: [{ type: "name" }] }]);
    if (!ana) throw new Error("one signer");
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const final = await readBytes(ctx, fileId);
    expect(pdfsig(final).every((signature) => signature.isValid)).toBe(true);
    const report = await verifyFile(ctx, await readFile(ctx, fileId));
    expect(report.signatures.map((record) => record.cms.signatureAlgorithm)).toEqual(expect.arrayContaining([expect.stringMatching(/RSA/i)]));
    expect(new Set(report.signatures.map((record) => record.chain))).toEqual(new Set(["ours"]));
  });

  test("a document that others signed before keeps their signature valid and takes ours beside it", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana", boxes: [{ type: "signature" }] }], await signedElsewhere(ctx));
    if (!ana) throw new Error("one signer");
    await storeStroke(ctx, ana.actor);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const signed = pdfsig(await readBytes(ctx, fileId)).filter((signature) => signature.isSigned);
    expect(signed.map((signature) => signature.isValid)).toEqual([true, true, true]);
    expect((await verifyFile(ctx, await readFile(ctx, fileId))).verdict).toBe("intact_later_allowed");
  });

  test("a document that we have certified and sealed takes no further request", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana" }]);
    if (!ana) throw new Error("one signer");
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    await expect(releasedScenario(ctx, [{ name: "Bo" }], await readBytes(ctx, fileId))).rejects.toMatchObject({ code: "pdf_locked" });
  });
});

/** An upload with one ordinary signature and no certification. */
async function signedElsewhere(ctx: Ctx): Promise<Buffer> {
  const uuid = "3f0c1f0a-6c44-4a37-8b8e-0d6a6f1f2b3c";
  const base = makePdf({ pages: [{}] });
  const { tail } = prepareDocument(fromBuffer(base), { fileUuid: uuid, signers: [{ signRequestId: 7, elements: [] }], maxPages: 10, expectedSha256: null });
  const prepared = Buffer.concat([base, tail]);
  const signer = await makeActSigner(ctx, { displayName: "Earlier", email: "earlier@example.org", proof: "made by a test" });
  const plan = { fieldName: signatureFieldName(uuid, 7), content: null, fills: [], images: {}, signedAt: new Date(), name: "Earlier", reason: null, expectedSha256: null };
  return Buffer.concat([prepared, (await signFields(fromBuffer(prepared), plan, signer.makeCms)).tail]);
}

describe("who may sign, and when", () => {
  test("a stranger gets 404, the requester 403, a signer of a draft 404, and nobody signs twice", async () => {
    const ctx = context(db());
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const other = await releasedScenario(ctx, [{ name: "Cy" }]);
    const [ana] = scenario.signers;
    const [cy] = other.signers;
    if (!ana || !cy) throw new Error("signers");
    const target = { fileId: scenario.fileId };
    await expect(sign(ctx, cy.actor, { target, code: "123456" })).rejects.toMatchObject({ code: "not_found" });
    await expect(sign(ctx, { kind: "public" }, { target, code: "123456" })).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(sign(ctx, scenario.requester, { target, code: "123456" })).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(sign(ctx, cy.actor, { target: { link: ana.link }, code: "123456" })).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(sign(ctx, cy.actor, { target: { link: "0b9d2b5e-5a8e-4a2e-9f0e-2f2f6a1c9d11" }, code: "123456" })).rejects.toMatchObject({ code: "not_found" });
    await requestCode(ctx, ana.actor, target);
    const code = await newestCode(ctx);
    await sign(ctx, ana.actor, { target, code });
    await expect(sign(ctx, ana.actor, { target, code })).rejects.toMatchObject({ code: "already_signed" });
    await expect(requestCode(ctx, ana.actor, target)).rejects.toMatchObject({ code: "already_signed" });
  });

  test("out of turn is 409, and a signature tells the next in order", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana, bo] } = await releasedScenario(ctx, [{ name: "Ana", signingOrder: 1 }, { name: "Bo", signingOrder: 2 }]);
    if (!ana || !bo) throw new Error("two signers");
    await expect(requestCode(ctx, bo.actor, { fileId })).rejects.toMatchObject({ code: "not_your_turn" });
    await expect(sign(ctx, bo.actor, { target: { fileId }, code: "123456" })).rejects.toMatchObject({ code: "not_your_turn" });
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    expect(await readSignRequest(ctx, bo.signRequestId)).toMatchObject({ status: "pending" });
    await requestCode(ctx, bo.actor, { fileId });
    expect((await sign(ctx, bo.actor, { target: { fileId }, code: await newestCode(ctx) })).file.status).toBe("signed");
  });

  test("proof of another kind, or none, is said so and uses nothing up", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana, bo] } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo", method: "password" }]);
    if (!ana || !bo) throw new Error("two signers");
    const target = { fileId };
    await expect(sign(ctx, ana.actor, { target, password: signPassword })).rejects.toMatchObject({ code: "sign_method_mismatch" });
    await expect(sign(ctx, ana.actor, { target })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(sign(ctx, ana.actor, { target, code: "123456", method: "sms" })).rejects.toMatchObject({ code: "sign_method_mismatch" });
    await expect(sign(ctx, bo.actor, { target, code: "123456" })).rejects.toMatchObject({ code: "sign_method_mismatch" });
    await expect(sign(ctx, bo.actor, { target, password: signPassword })).rejects.toMatchObject({ code: "sign_password_missing" });
    await expect(requestCode(ctx, bo.actor, target)).rejects.toMatchObject({ code: "sign_method_mismatch" });
  });

  test("after its time a document cannot be signed: 410 by link, 409 by id", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana" }]);
    if (!ana) throw new Error("one signer");
    await ctx.db.update(files).set({ expiresAt: new Date(Date.now() - 1000) }).where(eq(files.id, fileId));
    await expect(sign(ctx, ana.actor, { target: { fileId }, code: "123456" })).rejects.toMatchObject({ code: "file_closed" });
    await expect(sign(ctx, ana.actor, { target: { link: ana.link }, code: "123456" })).rejects.toMatchObject({ code: "link_expired" });
  });
});

describe("an address that is not proved", () => {
  test("may sign by a mailed code only, and the right code proves it", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana, bo] } = await releasedScenario(ctx, [{ name: "Ana", isProved: false }, { name: "Bo", isProved: false, method: "password" }]);
    if (!ana || !bo) throw new Error("two signers");
    await expect(sign(ctx, bo.actor, { target: { fileId }, password: signPassword })).rejects.toMatchObject({ code: "email_unproved" });
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ana.actor.account.id));
    expect(account).toMatchObject({ emailProof: "code" });
    expect(await eventTypes(ctx, fileId)).toContain("email.proved");
  });

  test("is proved by its owner's POST to the mailed link, even one that fails", async () => {
    const ctx = context(db());
    const { signers: [bo] } = await releasedScenario(ctx, [{ name: "Bo", isProved: false, method: "password" }]);
    if (!bo) throw new Error("one signer");
    await expect(sign(ctx, bo.actor, { target: { link: bo.link }, password: signPassword })).rejects.toMatchObject({ code: "sign_password_missing" });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, bo.actor.account.id));
    expect(account).toMatchObject({ emailProof: "invitation" });
  });
});

describe("what the boxes show", () => {
  test("a required image or value that is missing is named, and the code stays good for the next try", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana", boxes: [{ type: "signature" }, { type: "text" }, { type: "checkbox" }] }]);
    if (!ana) throw new Error("one signer");
    const [, textBox = 0, tickBox = 0] = ana.elementIds;
    await requestCode(ctx, ana.actor, { fileId });
    const act = { target: { fileId }, code: await newestCode(ctx) };
    await expect(sign(ctx, ana.actor, act)).rejects.toMatchObject({ code: "signature_image_missing" });
    const chosen = await storeStroke(ctx, ana.actor);
    await expect(sign(ctx, ana.actor, act)).rejects.toMatchObject({ code: "field_missing", violations: [{ code: "required" }, { code: "required" }] });
    const fields = [{ elementId: textBox, value: "Πρόεδρος" }, { elementId: tickBox, value: true }];
    await expect(sign(ctx, ana.actor, { ...act, fields: [{ elementId: textBox, value: "🦄" }, { elementId: tickBox, value: true }] })).rejects.toMatchObject({ code: "glyph_missing" });
    await expect(sign(ctx, ana.actor, { ...act, fields: [...fields, { elementId: 999_999, value: "x" }] })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(sign(ctx, ana.actor, { ...act, fields, elements: [{ documentElementId: ana.elementIds[0] ?? 0, profileElementId: chosen + 1000 }] })).rejects.toMatchObject({ code: "validation_failed" });
    expect((await sign(ctx, ana.actor, { ...act, fields, elements: [{ documentElementId: ana.elementIds[0] ?? 0, profileElementId: chosen }] })).file.status).toBe("signed");
    expect(pdfsig(await readBytes(ctx, fileId)).every((signature) => signature.isValid)).toBe(true);
  });

  test("another's stored image cannot be chosen", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana, bo] } = await releasedScenario(ctx, [{ name: "Ana", boxes: [{ type: "signature" }] }, { name: "Bo" }]);
    if (!ana || !bo) throw new Error("two signers");
    const foreign = await storeStroke(ctx, bo.actor);
    await requestCode(ctx, ana.actor, { fileId });
    const elements = [{ documentElementId: ana.elementIds[0] ?? 0, profileElementId: foreign }];
    await expect(sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx), elements })).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("a name that no face can draw does not stop its bearer", async () => {
    const ctx = context(db());
    const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana", boxes: [{ type: "signature" }] }]);
    if (!ana) throw new Error("one signer");
    await ctx.db.update(signRequests).set({ displayName: "Ana 🦄" }).where(eq(signRequests.id, ana.signRequestId));
    await storeStroke(ctx, ana.actor);
    await requestCode(ctx, ana.actor, { fileId });
    const { signature } = await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    expect(signature.subject).toContain("🦄");
  });
});

test("a blob that was flipped, cut or removed stops the signature with 409 and a trace, never a signature over wrong bytes", async () => {
  const ctx = context(db());
  const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana" }], makePdf({ pages: [{}], sizeBytes: 20_000 }));
  if (!ana) throw new Error("one signer");
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  const { file, segments } = await readCurrentFile(ctx, fileId);
  const path = ctx.blobs.path(blobKey(file.uuid, segments[0]?.sha256 ?? ""));
  const bytes = readFileSync(path);
  chmodSync(path, 0o600);
  const flipped = Buffer.from(bytes);
  flipped[5000] = (flipped[5000] ?? 0) ^ 1;
  writeFileSync(path, flipped);
  await expect(sign(ctx, ana.actor, { target: { fileId }, code })).rejects.toMatchObject({ code: "integrity_error" });
  expect(await eventTypes(ctx, fileId)).toContain("integrity.failed");
  writeFileSync(path, bytes);
  expect((await sign(ctx, ana.actor, { target: { fileId }, code })).file.status).toBe("signed");
});

test("nothing that opens a door is stored in clear: no code, no link, no private key", async () => {
  const ctx = context(db());
  const { fileId, signers: [ana] } = await releasedScenario(ctx, [{ name: "Ana" }]);
  if (!ana) throw new Error("one signer");
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  const dump = JSON.stringify([await ctx.db.select().from(challenges), await ctx.db.select().from(outboxJobs), await readEvents(ctx, fileId), await ctx.db.select().from(signRequests)]);
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
