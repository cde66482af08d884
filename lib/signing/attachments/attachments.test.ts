import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { attachments, files, fileSegments, signRequests } from "@/db/schema/files";
import { auditPersonalValues } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { readStoredBytes } from "@/lib/accounts/stored-bytes";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { downloadAttachment, listAttachments } from "@/lib/documents/attachments/read";
import { docxNames, sampleHeads, zipOf } from "@/lib/documents/attachments/testing/sample-files";
import { deleteFile } from "@/lib/documents/delete";
import { checkDocuments } from "@/lib/documents/storage/check-documents";
import { findNamed } from "@/lib/documents/storage/pair-storage";
import { requestsReceived } from "@/lib/evidence/account-export/requests-received";
import { erasePerson } from "@/lib/evidence/erasure/erase-person";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { setLegalHold } from "@/lib/evidence/retention/retention";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { createFromTemplate } from "@/lib/requests/create-from-template";
import { declineByLink } from "@/lib/requests/decline";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { replaceSigner } from "@/lib/requests/signers/take-over";
import type { AttachmentRequestInput } from "@/lib/requests/state/schema";
import { createTemplate } from "@/lib/requests/templates/create";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile } from "@/lib/requests/withdraw";
import { approve } from "@/lib/signing/approve";
import { finishFile } from "@/lib/signing/finish";
import { asGuest, guestScenario } from "@/lib/signing/identification/testing/guest-scenario";
import { requestCode } from "@/lib/signing/proof/request-code";
import type { AttachmentUpload } from "@/lib/signing/schema";
import { sign } from "@/lib/signing/sign";
import {
  newestCode,
  readBytes,
  readEvents,
  readFile,
  readSignRequest,
  releasedScenario,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { oneOfEachClass, only } from "@/lib/testing/representatives";
import { expectRightStorageTallies } from "@/lib/testing/storage-tallies";
import { useTestContext } from "@/lib/testing/test-context";
import { showFileByUuid } from "@/lib/views/show";
import { downloadAttachmentByLink, listAttachmentsByLink, removeAttachment } from "./by-link";
import { uploadAttachment } from "./upload";

const db = useRolledBackDatabase();
expectRightStorageTallies(db);
const context = useTestContext();

const idCard: AttachmentRequestInput = { label: "ID card", help: "Both sides", types: ["pdf", "jpeg"], maxCount: 2 };
const proof: AttachmentRequestInput = { label: "Proof of address", required: false };
const jpeg = sampleHeads.jpeg;

type Person = Scenario["signers"][0];

async function withRequests(
  ctx: Ctx,
  requests: AttachmentRequestInput[] = [idCard, proof],
): Promise<Scenario & { ana: Person; bo: Person; uuid: string }> {
  const scenario = await releasedScenario(ctx, [{ name: "Ana", attachmentRequests: requests }, { name: "Bo" }]);
  const [ana, bo] = scenario.signers;
  return { ...scenario, ana, bo, uuid: (await readFile(ctx, scenario.fileId)).uuid };
}

function upload(
  ctx: Ctx,
  { actor, link }: { actor: Actor; link: string },
  bytes: Buffer = jpeg,
  input: Partial<AttachmentUpload> = {},
) {
  return uploadAttachment(ctx, actor, {
    u: link,
    requestId: 1,
    name: "front.jpg",
    ...input,
    file: { stream: [bytes], formName: null },
  });
}

async function signs(ctx: Ctx, { actor, link }: Person): Promise<void> {
  await requestCode(ctx, actor, { link });
  await sign(ctx, actor, { target: { link }, code: await newestCode(ctx) });
}

async function storedKeys(ctx: Ctx): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of ctx.blobs.list(new Date(Date.now() + 60_000))) keys.push(key);
  return keys;
}

const isStored = (ctx: Ctx, { uuid, sha256 }: { uuid: string; sha256: string }) => ctx.blobs.has(blobKey(uuid, sha256));

describe("files that are asked for", () => {
  test("are shown only to the person who is asked and to the requester", async () => {
    const ctx = context(db());
    const { requester, ana, bo, uuid } = await withRequests(ctx);
    const seenBy = async (actor: Actor) =>
      (await showFileByUuid(ctx, actor, { uuid })).signers.map(({ attachmentRequests }) => attachmentRequests);
    expect(await seenBy(requester)).toEqual([
      [
        { id: 1, ...idCard, required: true, maxBytes: 10 * 1024 * 1024 },
        {
          id: 2,
          label: "Proof of address",
          help: null,
          required: false,
          types: ["pdf", "jpeg", "png", "webp", "heic", "docx"],
          maxBytes: 10 * 1024 * 1024,
          maxCount: 1,
        },
      ],
      [],
    ]);
    expect((await seenBy(ana.actor))[1]).toBeUndefined();
    expect((await seenBy(bo.actor))[0]).toBeUndefined();
  });

  test.each(
    oneOfEachClass(
      [
        ["a viewer", { role: "viewer" as const, attachmentRequests: [idCard] }, "/users/0/attachmentRequests"],
        ["a CC", { role: "cc" as const, attachmentRequests: [idCard] }, "/users/0/attachmentRequests"],
        ["a label twice", { attachmentRequests: [idCard, idCard] }, "/users/0/attachmentRequests/1/label"],
        [
          "more than the service takes",
          { attachmentRequests: [{ ...idCard, maxBytes: 21 * 1024 * 1024 }] },
          "/users/0/attachmentRequests/0/maxBytes",
        ],
      ],
      () => "",
    ),
  )("are refused for %s", async (_case, user, pointer) => {
    const ctx = context(db());
    const { requester, ana, uuid } = await withRequests(ctx);
    const users = [{ email: ana.actor.account.email, ...user }, { email: "cy@test.example" }];
    await expect(updateRequest(ctx, requester, { uuid, users })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer }],
    });
  });

  test("keep their ids when the list changes, and are removed when the role changes @exhaustive", async () => {
    const ctx = context(db());
    const { requester, ana, bo, uuid } = await withRequests(ctx);
    const others = { email: bo.actor.account.email };
    const { email } = ana.actor.account;
    const change = (user: object) => updateRequest(ctx, requester, { uuid, users: [{ email, ...user }, others] });
    await change({ attachmentRequests: [{ label: "Payslip" }, proof] });
    const ids = async () => (await readSignRequest(ctx, ana.signRequestId)).attachmentRequests.map(({ id }) => id);
    expect(await ids()).toEqual([3, 2]);
    await change({ displayName: "Ana B." });
    expect(await ids()).toEqual([3, 2]);
    await change({ role: "viewer" });
    expect(await ids()).toEqual([]);
  });

  test("are copied from a template's role @exhaustive", async () => {
    const ctx = context(db());
    const { requester, fileId } = await withRequests(ctx);
    const { templateId } = await createTemplate(ctx, requester, { file: { fileId } });
    const { fileId: made } = await createFromTemplate(ctx, requester, {
      id: templateId,
      people: { "Signer 1": { email: "a@test.example" }, "Signer 2": { email: "b@test.example" } },
    });
    const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, made));
    expect(rows.map(({ attachmentRequests }) => attachmentRequests.map(({ label }) => label))).toEqual([
      ["ID card", "Proof of address"],
      [],
    ]);
  });
});

describe("an upload", () => {
  test("needs an account that may see it, as does its removal: the link of another request is not enough", async () => {
    const ctx = context(db());
    const { ana } = await withRequests(ctx);
    const { id } = await upload(ctx, ana);
    const account = { ...ana.actor.account, emailProof: "invitation", emailProofRequestId: ana.signRequestId } as const;
    const other = actingAs({ ...account, emailProofRequestId: ana.signRequestId + 1 });
    const link = ana.link;
    await expect(upload(ctx, { actor: other, link })).rejects.toMatchObject({ code: "email_unproved" });
    await expect(removeAttachment(ctx, other, { u: link, id })).rejects.toMatchObject({ code: "email_unproved" });
    await removeAttachment(ctx, actingAs(account), { u: link, id });
  });

  test("is stored with its hash under its own uuid, and counts towards the requester's storage", async () => {
    const ctx = context(db());
    const { requester, fileId, ana, uuid } = await withRequests(ctx);
    const before = (await readStoredBytes(ctx, requester.account.id)).account;
    const added = await upload(ctx, ana);
    expect(added).toMatchObject({
      type: "jpeg",
      name: "front.jpg",
      size: jpeg.length,
      sha256: sha256Hex(jpeg),
      label: "ID card",
    });
    expect(added.uuid).not.toBe(uuid);
    expect(await isStored(ctx, added)).toBe(true);
    expect((await readStoredBytes(ctx, requester.account.id)).account).toBe(before + jpeg.length);
    const event = (await readEvents(ctx, fileId)).at(-1);
    expect(event).toMatchObject({
      type: "attachment.added",
      data: { signRequestId: ana.signRequestId, sha256: added.sha256, size: jpeg.length, type: "jpeg" },
    });
    expect(JSON.stringify(event)).not.toContain("front.jpg");
    const [personal] = await ctx.db
      .select()
      .from(auditPersonalValues)
      .where(eq(auditPersonalValues.value, "front.jpg"));
    expect(personal?.path).toBe("data.fileName");
  });

  test.each(
    oneOfEachClass(
      [
        ["HTML under the name of a picture", Buffer.from("<!doctype html><script>1</script>")],
        ["a type that this request does not take", sampleHeads.png],
        ["nothing", Buffer.alloc(0)],
      ],
      () => "",
    ),
  )("of %s is refused, with nothing stored", async (_case, bytes) => {
    const ctx = context(db());
    const { ana } = await withRequests(ctx);
    await expect(upload(ctx, ana, bytes)).rejects.toMatchObject({ code: "attachment_type_invalid" });
    expect(await ctx.db.$count(attachments)).toBe(0);
  });

  test("stops after the first bytes for a wrong type, and at the request's limit for a file that is too large @exhaustive", async () => {
    const ctx = context(db());
    const { ana } = await withRequests(ctx, [{ ...idCard, maxBytes: 4096 }]);
    const sent = { chunks: 0 };
    async function* endless(head: Buffer) {
      yield head;
      for (; sent.chunks < 1000; sent.chunks += 1) yield await Promise.resolve(Buffer.alloc(1024));
    }
    const send = (head: Buffer) =>
      uploadAttachment(ctx, ana.actor, { u: ana.link, requestId: 1, file: { stream: endless(head), formName: null } });
    await expect(send(Buffer.from("<html>".repeat(20)))).rejects.toMatchObject({ code: "attachment_type_invalid" });
    expect(sent.chunks).toBe(0);
    await expect(send(jpeg)).rejects.toMatchObject({ code: "too_large" });
    expect(sent.chunks).toBeLessThan(100);
  });

  test("of a Word document needs its required parts @exhaustive", async () => {
    const ctx = context(db());
    const { ana } = await withRequests(ctx, [{ label: "Contract", types: ["docx"] }]);
    await expect(upload(ctx, ana, await zipOf(["virus.exe"]))).rejects.toMatchObject({
      code: "attachment_type_invalid",
    });
    expect(await upload(ctx, ana, await zipOf(docxNames), { name: "a/b\\contract.zip" })).toMatchObject({
      type: "docx",
      name: "contract.zip",
    });
  });

  test("is refused beyond the request's number, the document's limits, the quota and the hourly rate @exhaustive", async () => {
    const ctx = context(db());
    const { requester, ana } = await withRequests(ctx);
    await upload(ctx, ana);
    const second = await upload(ctx, ana, Buffer.concat([jpeg, Buffer.from("2")]));
    await expect(upload(ctx, ana)).rejects.toMatchObject({ code: "attachments_full" });
    const third = await upload(ctx, ana, Buffer.concat([jpeg, Buffer.from("3")]), { replaces: second.id });
    expect(await isStored(ctx, second)).toBe(false);
    expect(await isStored(ctx, third)).toBe(true);
    ctx.limits.attachmentsPerFile = 2;
    await expect(upload(ctx, ana, jpeg, { requestId: 2 })).rejects.toMatchObject({ code: "attachments_full" });
    ctx.limits.attachmentsPerFile = 200;
    ctx.limits.attachmentBytesPerFile = 3 * jpeg.length;
    await expect(upload(ctx, ana, jpeg, { requestId: 2 })).rejects.toMatchObject({ code: "attachments_full" });
    ctx.limits.storageBytesPerAccount = (await readStoredBytes(ctx, requester.account.id)).account;
    await expect(upload(ctx, ana, jpeg, { requestId: 2 })).rejects.toMatchObject({ code: "quota_exceeded" });
    ctx.limits.attachmentUploadsPerHour = 4;
    await expect(upload(ctx, ana, jpeg, { requestId: 2 })).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("with the same bytes as the document is removed without touching the document @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, ana, uuid } = await withRequests(ctx);
    const [segment] = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId)).limit(1);
    const bytes = await buffer(await ctx.blobs.open(blobKey(uuid, segment?.sha256 ?? "")));
    const added = await upload(ctx, ana, bytes);
    expect(added.sha256).toBe(segment?.sha256);
    await removeAttachment(ctx, ana.actor, { u: ana.link, id: added.id });
    expect(await isStored(ctx, added)).toBe(false);
    expect((await readBytes(ctx, fileId)).length).toBeGreaterThan(0);
  });

  test("is allowed only for the requested signer, while they can sign", async () => {
    const ctx = context(db());
    const { requester, ana, bo } = await withRequests(ctx);
    await expect(upload(ctx, bo)).rejects.toMatchObject({ code: "not_found" });
    await expect(upload(ctx, { actor: bo.actor, link: ana.link })).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(upload(ctx, { actor: requester, link: ana.link })).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(upload(ctx, ana, jpeg, { requestId: 9 })).rejects.toMatchObject({ code: "not_found" });
    const added = await upload(ctx, ana);
    await signs(ctx, ana);
    await expect(upload(ctx, ana)).rejects.toMatchObject({ code: "already_signed" });
    await expect(removeAttachment(ctx, ana.actor, { u: ana.link, id: added.id })).rejects.toMatchObject({
      code: "already_signed",
    });
  });

  test.each(
    oneOfEachClass(
      [
        ["withdrawn", (ctx: Ctx, { requester, fileId }: Scenario) => withdrawFile(ctx, requester, { fileId })],
        [
          "declined by another signer",
          (ctx: Ctx, { bo }: { bo: Person }) => declineByLink(ctx, bo.actor, { u: bo.link, reason: "no" }),
        ],
        [
          "expired",
          (ctx: Ctx, { fileId }: Scenario) =>
            ctx.db.execute(sql`update files set expires_at = now() - interval '1 minute' where id = ${fileId}`),
        ],
      ],
      () => "",
    ),
  )("is refused once the request is %s, while the requester can still read earlier files", async (_case, end) => {
    const ctx = context(db());
    const scenario = await withRequests(ctx);
    const { requester, ana, uuid } = scenario;
    const added = await upload(ctx, ana);
    await end(ctx, scenario);
    await expect(upload(ctx, ana)).rejects.toBeInstanceOf(DomainError);
    await expect(removeAttachment(ctx, ana.actor, { u: ana.link, id: added.id })).rejects.toBeInstanceOf(DomainError);
    expect(await listAttachments(ctx, requester, { uuid })).toHaveLength(1);
  });
});

describe("signing", () => {
  test("is refused without a required file, before and with a code, and names the file", async () => {
    const ctx = context(db());
    const { fileId, ana } = await withRequests(ctx);
    await requestCode(ctx, ana.actor, { link: ana.link });
    const code = await newestCode(ctx);
    await expect(sign(ctx, ana.actor, { target: { link: ana.link }, code })).rejects.toMatchObject({
      code: "attachment_missing",
      violations: [{ pointer: "/attachments/1", code: "required" }],
    });
    const added = await upload(ctx, ana);
    await sign(ctx, ana.actor, { target: { link: ana.link }, code });
    const signed = (await readEvents(ctx, fileId)).find(({ type }) => type === "signed");
    expect(signed?.data).toMatchObject({
      attachments: [{ attachmentId: added.id, sha256: added.sha256, size: added.size, type: "jpeg" }],
    });
  });

  test("does not count a file added for an earlier request of the same number @exhaustive", async () => {
    const ctx = context(db());
    const { requester, ana, bo, uuid } = await withRequests(ctx, [idCard]);
    await upload(ctx, ana);
    const users = (attachmentRequests: AttachmentRequestInput[]) => [
      { email: ana.actor.account.email, attachmentRequests },
      { email: bo.actor.account.email },
    ];
    await updateRequest(ctx, requester, { uuid, users: users([]) });
    await updateRequest(ctx, requester, { uuid, users: users([{ label: "Payslip" }]) });
    await requestCode(ctx, ana.actor, { link: ana.link });
    const code = await newestCode(ctx);
    await expect(sign(ctx, ana.actor, { target: { link: ana.link }, code })).rejects.toMatchObject({
      code: "attachment_missing",
    });
  });

  test("requires an approver's file too, and the approval records it @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, signers } = await releasedScenario(ctx, [
      { name: "Ana" },
      { name: "Cy", role: "approver", attachmentRequests: [idCard] },
    ]);
    const [, cy] = signers;
    await requestCode(ctx, cy.actor, { link: cy.link });
    const code = await newestCode(ctx);
    await expect(approve(ctx, cy.actor, { u: cy.link, code })).rejects.toMatchObject({ code: "attachment_missing" });
    const { sha256 } = await upload(ctx, cy);
    await approve(ctx, cy.actor, { u: cy.link, code });
    const approved = (await readEvents(ctx, fileId)).find(({ type }) => type === "approved");
    expect(approved?.data).toMatchObject({ attachments: [{ sha256 }] });
  });

  test("records hashes and sizes in the evidence, but no names or labels @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, ana, bo } = await withRequests(ctx);
    const { sha256, size } = await upload(ctx, ana);
    await signs(ctx, ana);
    await signs(ctx, bo);
    await finishFile(ctx, fileId);
    const { signers } = await gatherFacts(ctx, await readFile(ctx, fileId));
    const facts = signers.find(({ signRequestId }) => signRequestId === ana.signRequestId)?.signature?.attachments;
    expect(facts).toEqual([{ attachmentId: expect.any(Number), sha256, size, type: "jpeg" }]);
    expect(JSON.stringify(facts)).not.toMatch(/front|ID card/);
    // Attachments never become part of the PDF.
    const signedPdf = await readBytes(ctx, fileId);
    const place = path.join(mkdtempSync(path.join(os.tmpdir(), "paraph-attached-")), "signed.pdf");
    writeFileSync(place, signedPdf);
    expect(execFileSync("pdfdetach", ["-list", place], { encoding: "utf8" })).toContain("0 embedded files");
    rmSync(path.dirname(place), { recursive: true });
    expect(signedPdf.includes(jpeg)).toBe(false);
  });
});

describe("reading", () => {
  test("is allowed for the requester and the person who added the file only", async () => {
    const ctx = context(db());
    const { requester, fileId, ana, bo, uuid } = await withRequests(ctx);
    const administrator = actingAs(await makeAccount(ctx, { role: "admin" }));
    const { id } = await upload(ctx, ana);
    const listed = async (actor: Actor) => (await listAttachments(ctx, actor, { uuid })).map((one) => one.id);
    expect(await listed(requester)).toEqual([id]);
    expect(await listed(ana.actor)).toEqual([id]);
    expect(await listed(bo.actor)).toEqual([]);
    await expect(listed(administrator)).rejects.toMatchObject({ code: "not_found" });
    await expect(downloadAttachment(ctx, bo.actor, { uuid, id })).rejects.toMatchObject({ code: "not_found" });
    await expect(downloadAttachment(ctx, administrator, { uuid, id })).rejects.toMatchObject({ code: "not_found" });
    const content = await downloadAttachment(ctx, requester, { uuid, id });
    expect(content).toMatchObject({ fileName: "front.jpg", mediaType: "image/jpeg", sizeBytes: jpeg.length });
    expect(await buffer(content.stream)).toEqual(jpeg);
    expect((await readEvents(ctx, fileId)).at(-1)).toMatchObject({
      type: "file.downloaded",
      data: { version: "attachment" },
    });
  });

  test("by link needs more than the link @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email", [{}, {}]);
    const [ana, bo] = scenario.signers;
    await ctx.db
      .update(signRequests)
      .set({
        attachmentRequests: [
          { id: 1, label: "ID", help: null, required: true, types: ["jpeg"], maxBytes: 9999, maxCount: 1 },
        ],
      })
      .where(eq(signRequests.fileId, scenario.fileId));
    const guest = await asGuest(ctx, ana);
    const other = await asGuest(ctx, bo);
    const { id } = await upload(ctx, { actor: guest, link: ana.link });
    const read = (actor: Actor, u = ana.link) => downloadAttachmentByLink(ctx, actor, { u, id });
    await expect(read(guest)).resolves.toMatchObject({ mediaType: "image/jpeg" });
    await expect(read({ kind: "public" })).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(read(other)).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(read(other, bo.link)).rejects.toMatchObject({ code: "not_found" });
    const registered = actingAs(
      await makeAccount(ctx, { email: ana.email, role: "signer", emailProvedAt: null, emailProof: null }),
    );
    await expect(read(registered)).rejects.toMatchObject({ code: "email_unproved" });
    expect((await listAttachmentsByLink(ctx, other, { u: bo.link })).added).toEqual([]);
  });

  test("by account lists the files that the person has added @exhaustive", async () => {
    const ctx = context(db());
    const { ana } = await withRequests(ctx);
    const { sha256 } = await upload(ctx, ana);
    const received = [];
    for await (const request of requestsReceived(ctx, ana.actor.account)) received.push(request);
    expect(received.map(({ attachments }) => attachments)).toEqual([
      [expect.objectContaining({ label: "ID card", name: "front.jpg", sha256 })],
    ]);
  });

  test("refuses bytes that were altered in storage @exhaustive", async () => {
    const ctx = context(db());
    const { requester, ana, uuid } = await withRequests(ctx);
    const { id, ...stored } = await upload(ctx, ana);
    writeFileSync(placeOf(ctx.blobs, blobKey(stored.uuid, stored.sha256)), Buffer.alloc(jpeg.length));
    await expect(downloadAttachment(ctx, requester, { uuid, id })).rejects.toMatchObject({ code: "integrity_error" });
    const damaged = [];
    for await (const one of checkDocuments(ctx, { readBytes: true })) damaged.push(one);
    expect(damaged).toContainEqual(expect.objectContaining({ uuid: stored.uuid, problem: "altered" }));
  });
});

describe("a person who replaces a signer", () => {
  test("is asked for the same files and sees no earlier ones, which stay with the requester @exhaustive", async () => {
    const ctx = context(db());
    const { requester, fileId, ana, uuid } = await withRequests(ctx);
    const { id } = await upload(ctx, ana);
    const cy: AccountActor = actingAs(await makeAccount(ctx, { role: "signer" }));
    await replaceSigner(ctx, requester, { fileId, signRequestId: ana.signRequestId, email: cy.account.email });
    const successor = only(
      await ctx.db.select().from(signRequests).where(eq(signRequests.replacesId, ana.signRequestId)),
    );
    const u = revealLink(ctx, successor.linkSealed);
    const { requests, added } = await listAttachmentsByLink(ctx, cy, { u });
    expect(requests.map(({ label }) => label)).toEqual(["ID card", "Proof of address"]);
    expect(added).toEqual([]);
    await expect(downloadAttachment(ctx, cy, { uuid, id })).rejects.toMatchObject({ code: "not_found" });
    await expect(downloadAttachment(ctx, ana.actor, { uuid, id })).rejects.toMatchObject({ code: "not_found" });
    await expect(downloadAttachment(ctx, requester, { uuid, id })).resolves.toMatchObject({ sizeBytes: jpeg.length });
    await requestCode(ctx, cy, { link: u });
    await expect(sign(ctx, cy, { target: { link: u }, code: await newestCode(ctx) })).rejects.toMatchObject({
      code: "attachment_missing",
    });
  });
});

describe("deletion", () => {
  test("erases files and names with the person, and keeps the chain valid", async () => {
    const ctx = context(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const { fileId, requester, ana, uuid } = await withRequests(ctx);
    const added = await upload(ctx, ana);
    await withdrawFile(ctx, requester, { fileId });
    await erasePerson(ctx, admin, { email: ana.actor.account.email });
    expect(await isStored(ctx, added)).toBe(false);
    expect(await listAttachments(ctx, requester, { uuid })).toEqual([]);
    expect(await ctx.db.select().from(auditPersonalValues).where(eq(auditPersonalValues.value, "front.jpg"))).toEqual(
      [],
    );
    expect((await readSignRequest(ctx, ana.signRequestId)).attachmentRequests).toEqual([]);
    const { originalSha256 } = await readFile(ctx, fileId);
    expect(trailBreaksAt({ uuid, originalSha256 }, await readEvents(ctx, fileId))).toBeNull();
  });

  test("is refused to the person while the document is on legal hold @exhaustive", async () => {
    const ctx = context(db());
    const { ana, uuid } = await withRequests(ctx);
    const added = await upload(ctx, ana);
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await setLegalHold(ctx, admin, { uuid, onHold: true });
    await expect(upload(ctx, ana, jpeg, { replaces: added.id })).rejects.toMatchObject({ code: "document_on_hold" });
    await expect(removeAttachment(ctx, ana.actor, { u: ana.link, id: added.id })).rejects.toMatchObject({
      code: "document_on_hold",
    });
    expect(await isStored(ctx, added)).toBe(true);
    await upload(ctx, ana, sampleHeads.jpeg);
  });

  test("of a document that was not completed deletes its attachments @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, requester, ana, uuid } = await withRequests(ctx);
    const added = await upload(ctx, ana);
    const key = blobKey(added.uuid, added.sha256);
    expect(await findNamed(ctx.db, [key])).toEqual(new Set([key]));
    await withdrawFile(ctx, requester, { fileId });
    await deleteFile(ctx, requester, { uuid });
    expect(await isStored(ctx, added)).toBe(false);
    expect(await findNamed(ctx.db, [key])).toEqual(new Set());
  });
});

describe("concurrently", () => {
  const committed = useCommittedDatabase();

  test("two uploads for one request leave one file and only its blob @exhaustive", async () => {
    const ctx = context(committed().db);
    const { ana } = await withRequests(ctx, [{ label: "ID card" }]);
    const before = new Set(await storedKeys(ctx));
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        upload(ctx, ana, Buffer.concat([jpeg, Buffer.from(String(index))])).then(
          () => "stored",
          (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["stored", "attachments_full"]));
    const row = only(await ctx.db.select().from(attachments));
    const kept = (await storedKeys(ctx)).filter((key) => !before.has(key));
    expect(kept).toEqual([blobKey(row.uuid, row.sha256)]);
  });

  test("uploads for one document stay within the requester's quota @exhaustive", async () => {
    const ctx = context(committed().db);
    const { requester, ana } = await withRequests(ctx, [{ label: "ID card", maxCount: 10 }]);
    const { account: stored } = await readStoredBytes(ctx, requester.account.id);
    ctx.limits.storageBytesPerAccount = stored + 2 * jpeg.length;
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        upload(ctx, ana).then(
          () => "stored",
          (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(4).fill("quota_exceeded"), "stored", "stored"]);
  });

  test("uploads for several documents stay within the requester's quota @exhaustive", async () => {
    const ctx = context(committed().db);
    const [first, second] = [await withRequests(ctx), await withRequests(ctx)];
    const requesterId = first.requester.account.id;
    await ctx.db.update(files).set({ requesterId }).where(eq(files.id, second.fileId));
    const { account: stored } = await readStoredBytes(ctx, requesterId);
    ctx.limits.storageBytesPerAccount = stored + 1.5 * jpeg.length;
    /** The second upload is committed while the transaction of the first is open. */
    const tx: Ctx["tx"] = (work) =>
      ctx.tx(async (inner) => {
        const result = await work(inner);
        await upload(ctx, second.ana);
        return result;
      });
    await expect(upload({ ...ctx, tx }, first.ana)).rejects.toMatchObject({ code: "quota_exceeded" });
    expect(await readStoredBytes(ctx, requesterId)).toMatchObject({ account: stored + jpeg.length });
  });

  test("a signature never lacks a required file that is removed concurrently @exhaustive", async () => {
    const ctx = context(committed().db);
    for (let round = 0; round < 5; round += 1) {
      const { fileId, ana } = await withRequests(ctx, [{ label: "ID card" }]);
      const { id } = await upload(ctx, ana);
      await requestCode(ctx, ana.actor, { link: ana.link });
      const code = await newestCode(ctx);
      await Promise.allSettled([
        sign(ctx, ana.actor, { target: { link: ana.link }, code }),
        removeAttachment(ctx, ana.actor, { u: ana.link, id }),
      ]);
      const { status } = await readSignRequest(ctx, ana.signRequestId);
      const left = await ctx.db.$count(attachments, eq(attachments.fileId, fileId));
      expect([status, left]).toEqual(status === "signed" ? ["signed", 1] : ["pending", 0]);
    }
  });
});
