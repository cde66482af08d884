import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { damagedBlobs, fields, files, type File } from "@/db/schema/files";
import { challenges } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { openContent } from "@/lib/documents/content";
import { addField } from "@/lib/documents/fields/add";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { flipBit } from "@/lib/testing/blob-place";
import { deliverMails, linkOf, makeRequest, readRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { getByLink } from "./links/find-by-link";
import { copyOfFile } from "./templates/take-document";
import { updateRequest } from "./update";
import { withdrawSigner } from "./withdraw";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const publicActor: Actor = { kind: "public" };

const box = { page: 1, left: 40, top: 60, width: 180, height: 60 };

async function currentBytes(ctx: Ctx, actor: Actor, fileId: number): Promise<Buffer> {
  const { stream } = await openContent(ctx, actor, await getOwnFile(ctx, actor, { id: fileId }), "current");
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

describe("altered bytes of a draft are recorded at once, in the health report and the trail,", () => {
  type Reader = (ctx: Ctx, actor: AccountActor, file: File) => Promise<unknown>;
  const readers: Record<string, Reader> = {
    "by a release": (ctx, actor, file) => updateRequest(ctx, actor, { uuid: file.uuid, status: 1 }),
    "by a verification": (ctx, _actor, file) => verifyFile(ctx, file),
    "by a copy for a template": copyOfFile,
  };
  test.each(Object.keys(readers))("%s", async (name) => {
    const ctx = testContext(db());
    const { requester, file } = await makeRequest(ctx);
    await flipBit(ctx.blobs, blobKey(file.uuid, file.sha256));
    for (let time = 0; time < 2; time++)
      await expect(readers[name]?.(ctx, actingAs(requester), file)).rejects.toMatchObject({ code: "integrity_error" });
    expect(await ctx.db.select().from(damagedBlobs)).toMatchObject([{ uuid: file.uuid, problem: "altered" }]);
    expect((await readTrail(ctx, file.id)).filter(({ type }) => type === "integrity.failed")).toHaveLength(1);
  });
});

describe("releasing", () => {
  describe("ten concurrent releases", () => {
    const database = useCommittedDatabase();

    test("release once: one e-mail per signer, one event, one preparation @exhaustive", async () => {
      const ctx = testContext(database().db);
      const { actor, file } = await makeRequest(ctx);
      await Promise.all(Array.from({ length: 10 }, () => updateRequest(ctx, actor, { uuid: file.uuid, status: 1 })));
      const after = await readRequest(ctx, actor, file.id);
      expect(after.file).toMatchObject({ status: "able_to_sign", preparation: 1, revision: 1 });
      expect((await deliverMails(ctx)).map((mail) => mail.to).sort()).toEqual(["ana@x.example", "bo@x.example"]);
      const trail = await readTrail(ctx, file.id);
      expect(trail.filter((event) => event.type === "file.released")).toHaveLength(1);
      expect(trailBreaksAt(file, trail)).toBeNull();
    });
  });

  test("a second release sends nothing and changes nothing @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await deliverMails(ctx);
    await updateRequest(ctx, actor, { file: { fileId: file.id }, status: 1 });
    expect(await deliverMails(ctx)).toEqual([]);
    expect((await readRequest(ctx, actor, file.id)).file).toEqual(file);
  });

  test("certifies the document and keeps the upload as its byte-for-byte prefix", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    const before = await currentBytes(ctx, actor, file.id);
    for (const signer of signers)
      await addField(ctx, actor, { uuid: file.uuid, type: "signature", signRequestId: signer.id, coordinates: box });
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });
    const after = await currentBytes(ctx, actor, file.id);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    const fields = pdfsig(after);
    expect(fields).toHaveLength(4);
    expect(fields.filter((field) => field.isSigned)).toMatchObject([{ isValid: true, coversAll: true }]);
  });

  test("uses options that change during the preparation @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx);
    let isChanged = false;
    const engine = Object.create(ctx.engine) as Ctx["engine"];
    engine.prepare = async (...given) => {
      if (!isChanged) {
        isChanged = true;
        await updateRequest(ctx, actor, { uuid: file.uuid, signatureOptions: { verificationMark: "margin" } });
      }
      return ctx.engine.prepare(...given);
    };
    await updateRequest({ ...ctx, engine }, actor, { uuid: file.uuid, status: 1 });
    const { file: released } = await readRequest(ctx, actor, file.id);
    expect(released).toMatchObject({ status: "able_to_sign", signatureOptions: { verificationMark: "margin" } });
    expect(released.pagesWithoutMark).not.toBeNull();
  });

  test("a draft without signers is refused and stays unchanged @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    for (const signer of signers) await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signer.id });
    for (const edit of [{ name: "Other" }, {}])
      await expect(updateRequest(ctx, actor, { uuid: file.uuid, ...edit, status: 1 })).rejects.toMatchObject({
        code: "signers_missing",
      });
    expect(await readRequest(ctx, actor, file.id)).toMatchObject({
      file: { name: "Lease", status: "draft" },
      signers: [],
    });
  });

  test("a refused release also discards the edit sent with it: name, expiry, signers, fields and audit events @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    const eventsBefore = await readTrail(ctx, file.id);
    const edit = {
      uuid: file.uuid,
      name: "Other",
      status: 1,
      expiresAt: new Date(Date.now() + 2 * 24 * 3600 * 1000).toISOString(),
      users: [{ email: "ana@x.example", displayName: "Ana 🎉" }, { email: "cy@x.example" }],
      visibleElements: [{ type: "signature" as const, signRequestId: signers[0].id, coordinates: box }],
    };
    await expect(updateRequest(ctx, actor, edit)).rejects.toMatchObject({ code: "glyph_missing" });
    expect(await readRequest(ctx, actor, file.id)).toEqual({ file, signers });
    expect(await ctx.db.select().from(fields)).toEqual([]);
    expect(await readTrail(ctx, file.id)).toEqual(eventsBefore);
  });

  test("a past expiry refuses the release together with the edit, and a new expiry in the same call allows both @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, {
      expiresAt: new Date(Date.now() + 2 * 24 * 3600 * 1000).toISOString(),
    });
    await ctx.db
      .update(files)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(files.id, file.id));
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, name: "Other", status: 1 })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/expiresAt" }],
    });
    expect((await readRequest(ctx, actor, file.id)).file).toMatchObject({ name: "Lease", status: "draft" });
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      name: "Other",
      status: 1,
      expiresAt: new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString(),
    });
    expect((await readRequest(ctx, actor, file.id)).file).toMatchObject({ name: "Other", status: "able_to_sign" });
  });

  test("refuses a name that no font can draw before anything is sent", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, {
      users: [{ email: "ana@x.example", displayName: "Ana 🎉" }],
    });
    await addField(ctx, actor, {
      uuid: file.uuid,
      type: "signature",
      signRequestId: signers[0].id,
      coordinates: box,
    });
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, status: 1 })).rejects.toMatchObject({
      code: "glyph_missing",
      violations: [
        { pointer: "/signers/0/displayName", code: "glyph_missing", detail: expect.stringContaining("🎉 (U+1F389)") },
      ],
    });
    expect((await readRequest(ctx, actor, file.id)).file.status).toBe("draft");
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("accepts a repeated status or 0 to 1, and refuses any other change @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx);
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 0 });
    for (const status of [2, 3, 4, -1, 99])
      await expect(updateRequest(ctx, actor, { uuid: file.uuid, status })).rejects.toMatchObject({
        code: "validation_failed",
      });
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, status: 0 })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("returns 404 for another account's document, whatever the body contains", async () => {
    const ctx = testContext(db());
    const { file } = await makeRequest(ctx);
    const stranger = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(updateRequest(ctx, stranger, { uuid: file.uuid, status: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(updateRequest(ctx, stranger, { file: { fileId: 2_147_483_648 }, status: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(updateRequest(ctx, stranger, { status: 1 })).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("the set of signers of a draft", () => {
  test("is replaced by address: existing signers keep id and link, new ones get one, and removed ones lose their fields", async () => {
    const ctx = testContext(db());
    const {
      actor,
      file,
      signers: [ana, bo],
    } = await makeRequest(ctx);
    await addField(ctx, actor, { uuid: file.uuid, type: "signature", signRequestId: bo.id, coordinates: box });
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      users: [{ email: "ANA@x.example", displayName: "Anna" }, { email: "cy@x.example" }],
    });
    const { signers } = await readRequest(ctx, actor, file.id);
    expect(signers.map((signer) => [signer.email, signer.displayName])).toEqual([
      ["ana@x.example", "Anna"],
      ["cy@x.example", null],
    ]);
    expect(signers[0]).toMatchObject({ id: ana.id, linkHash: ana.linkHash });
    expect(await ctx.db.select().from(fields)).toEqual([]);
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("a signer named by id with another address is replaced, and the fields move to the replacement", async () => {
    const ctx = testContext(db());
    const {
      actor,
      file,
      signers: [ana, bo],
    } = await makeRequest(ctx);
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid: file.uuid, type: "signature", signRequestId: bo.id, coordinates: box });
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      users: [{ signRequestId: ana.id }, { signRequestId: bo.id, email: "cy@x.example" }],
    });
    const { signers } = await readRequest(ctx, actor, file.id);
    const cy = signers.find((signer) => signer.email === "cy@x.example");
    expect(cy?.id).not.toBe(bo.id);
    expect(await ctx.db.select({ id: fields.id, signRequestId: fields.signRequestId }).from(fields)).toEqual([
      { id: fieldId, signRequestId: cy?.id },
    ]);
  });
});

describe("the set of signers of a released file that nobody has signed", () => {
  describe("that changes", () => {
    const database = useCommittedDatabase();

    test("is prepared again: codes become void, links of removed signers die, and notified signers are notified again", async () => {
      const ctx = testContext(database().db);
      const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
      await deliverMails(ctx);
      const [ana, bo] = [linkOf(ctx, signers, "ana@x.example"), linkOf(ctx, signers, "bo@x.example")];
      const first = signers[0];
      await ctx.db.insert(challenges).values({
        signRequestId: first.id,
        preparation: 1,
        channel: "email",
        codeHmac: "x",
        expiresAt: new Date(Date.now() + 600_000),
      });
      await updateRequest(ctx, actor, {
        uuid: file.uuid,
        users: [{ email: "ana@x.example" }, { email: "cy@x.example" }],
      });

      const after = await readRequest(ctx, actor, file.id);
      expect(after.file).toMatchObject({ status: "able_to_sign", preparation: 2, revision: 2 });
      expect(after.signers.map(({ email, status }) => [email, status])).toEqual([
        ["ana@x.example", "pending"],
        ["cy@x.example", "pending"],
      ]);
      expect((await ctx.db.select().from(challenges))[0]?.supersededAt).not.toBeNull();
      await expect(getByLink(ctx, publicActor, bo)).rejects.toMatchObject({ code: "link_withdrawn" });
      expect((await getByLink(ctx, publicActor, ana)).signRequest.id).toBe(first.id);
      const mails = await deliverMails(ctx);
      expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
        ["ana@x.example", expect.stringContaining("asks you to sign")],
        ["bo@x.example", expect.stringContaining("no longer need to sign")],
        ["cy@x.example", expect.stringContaining("asks you to sign")],
      ]);
      expect(mails.find((mail) => mail.to === "ana@x.example")?.text).toContain("The request was changed");
      expect(mails.find((mail) => mail.to === "cy@x.example")?.text).not.toContain("The request was changed");
      expect(pdfsig(await currentBytes(ctx, actor, file.id))).toHaveLength(4);
    });
  });

  test("repeating the same set changes nothing @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await deliverMails(ctx);
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      name: "Lease",
      users: [{ email: "ana@x.example", displayName: "Ana" }, { email: "bo@x.example" }],
      status: 1,
    });
    expect((await readRequest(ctx, actor, file.id)).file).toEqual(file);
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("cannot change after the first signature, nor become empty @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, users: [] })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await ctx.db.update(files).set({ status: "partially_signed" }).where(eq(files.id, file.id));
    await expect(
      updateRequest(ctx, actor, { uuid: file.uuid, users: [{ email: "cy@x.example" }] }),
    ).rejects.toMatchObject({ code: "file_already_signed" });
  });

  test("stays unchanged when the same call contains a rejected expiry @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    await expect(
      updateRequest(ctx, actor, {
        uuid: file.uuid,
        users: [{ email: "cy@x.example" }],
        expiresAt: "2020-01-01T00:00:00Z",
      }),
    ).rejects.toMatchObject({ code: "validation_failed" });
    expect(await readRequest(ctx, actor, file.id)).toEqual({ file, signers });
  });

  test("rejects changes to name and fields after the release @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, name: "Other" })).rejects.toMatchObject({
      code: "file_not_draft",
    });
    const field = { type: "signature" as const, signRequestId: signers[0].id, coordinates: box };
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, visibleElements: [field] })).rejects.toMatchObject({
      code: "file_not_draft",
    });
    await expect(addField(ctx, actor, { uuid: file.uuid, ...field })).rejects.toMatchObject({
      code: "file_not_draft",
    });
  });
});
