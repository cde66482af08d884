import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fields, files, signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { addField } from "@/lib/documents/fields/add";
import { dayMs } from "@/lib/platform/locale/format";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails, linkOf, makeRequest, readRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { declineByLink } from "./decline";
import { expireFile } from "./expiry";
import { getByLink } from "./links/find-by-link";
import { updateRequest } from "./update";
import { withdrawFile, withdrawSigner } from "./withdraw";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const publicActor: Actor = { kind: "public" };
async function markSigned(ctx: Ctx, fileId: number, email: string): Promise<void> {
  await ctx.db
    .update(signRequests)
    .set({ status: "signed", signedAt: new Date() })
    .where(eq(signRequests.email, email));
  await ctx.db.update(files).set({ status: "partially_signed" }).where(eq(files.id, fileId));
}

async function statesOf(ctx: Ctx, actor: Actor, fileId: number): Promise<[string, ...string[]]> {
  const { file, signers } = await readRequest(ctx, actor, fileId);
  return [file.status, ...signers.map((signer) => signer.status)];
}

async function eventsOf(ctx: Ctx, file: { id: number; uuid: string; originalSha256: string }): Promise<string[]> {
  const trail = await readTrail(ctx, file.id);
  expect(trailBreaksAt(file, trail)).toBeNull();
  return trail.map((event) => event.type);
}

describe("withdrawing a request", () => {
  test("ends it for all signers, notifies those already notified, and disables the links", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    await deliverMails(ctx);
    await withdrawFile(ctx, actor, { fileId: file.id });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect((await deliverMails(ctx)).map((mail) => mail.subject)).toEqual(["Withdrawn: “Lease”", "Withdrawn: “Lease”"]);
    await expect(getByLink(ctx, publicActor, linkOf(ctx, signers, "ana@x.example"))).rejects.toMatchObject({
      code: "link_withdrawn",
    });
    expect((await eventsOf(ctx, file)).filter((type) => type === "file.cancelled")).toHaveLength(1);
    await expect(withdrawFile(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "file_closed" });
  });

  test("is refused for a draft, and answers other accounts with 404", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx);
    await expect(withdrawFile(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "file_not_released" });
    await expect(withdrawFile(ctx, actingAs(await makeAccount(ctx)), { fileId: file.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("drops an invitation that is still queued @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await withdrawFile(ctx, actor, { fileId: file.id });
    expect((await deliverMails(ctx)).filter((mail) => mail.subject.includes("asks you"))).toEqual([]);
  });
});

describe("withdrawing one signer", () => {
  test("leaves the document with the other signers, notifies the withdrawn one, and keeps the fields that the seal must lock", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    const [ana] = signers;
    await addField(ctx, actor, {
      uuid: file.uuid,
      type: "signature",
      signRequestId: ana?.id ?? 0,
      coordinates: { page: 1, left: 1, top: 1, width: 50, height: 20 },
    });
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });
    await deliverMails(ctx);
    await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: ana?.id ?? 0 });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["able_to_sign", "pending"]);
    expect((await deliverMails(ctx)).map(({ to, subject }) => [to, subject])).toEqual([
      ["ana@x.example", "You no longer need to sign “Lease”"],
    ]);
    expect(await ctx.db.select().from(fields)).toHaveLength(1);
  });

  test("returns the document to draft with its original bytes and hash when no signer is left and nobody has signed @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file: draft } = await makeRequest(ctx, { users: [{ email: "ana@x.example" }] });
    await updateRequest(ctx, actor, { uuid: draft.uuid, status: 1 });
    const { file, signers } = await readRequest(ctx, actor, draft.id);
    await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[0]?.id ?? 0 });
    const after = await readRequest(ctx, actor, file.id);
    expect(after).toMatchObject({
      file: { status: "draft", size: draft.size, sha256: draft.sha256, releasedAt: null },
      signers: [],
    });
    await updateRequest(ctx, actor, { uuid: draft.uuid, users: [{ email: "ana@x.example" }], status: 1 });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["able_to_sign", "pending"]);
    expect((await deliverMails(ctx)).filter((mail) => mail.subject.includes("asks you"))).toHaveLength(1);
  });

  test("clears the expiry set by the release when the document becomes a draft again, and keeps one set by the requester @exhaustive", async () => {
    const ctx = testContext(db());
    const users = [{ email: "ana@x.example" }] satisfies [unknown];
    const withdrawAll = async ({ actor, file, signers }: MadeRequest) => {
      await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[0].id });
      return (await readRequest(ctx, actor, file.id)).file.expiresAt;
    };
    const standard = await makeRequest(ctx, { status: 1, users });
    expect(await withdrawAll(standard)).toBeNull();
    await updateRequest(ctx, standard.actor, { uuid: standard.file.uuid, users, status: 1 });
    const { file } = await readRequest(ctx, standard.actor, standard.file.id);
    expect((file.expiresAt?.getTime() ?? 0) - (file.releasedAt?.getTime() ?? 0)).toBe(30 * dayMs);

    const given = new Date(Date.now() + 3 * dayMs);
    expect(await withdrawAll(await makeRequest(ctx, { status: 1, users, expiresAt: given.toISOString() }))).toEqual(
      given,
    );
    const changed = await makeRequest(ctx, { status: 1, users });
    await updateRequest(ctx, changed.actor, { uuid: changed.file.uuid, expiresAt: given.toISOString() });
    expect(await withdrawAll(changed)).toEqual(given);
  });

  test("queues the seal once when all remaining signers have signed @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    await markSigned(ctx, file.id, "ana@x.example");
    await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[1].id });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["signing_in_progress", "signed"]);
    expect((await ctx.db.select().from(outboxJobs)).filter((job) => job.kind === "finish")).toHaveLength(1);
  });

  test("notifies the next signer in order @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [
        { email: "a@x.example", signingOrder: 1 },
        { email: "b@x.example", signingOrder: 2 },
      ],
    });
    await deliverMails(ctx);
    await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[0].id });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["able_to_sign", "pending"]);
    expect((await deliverMails(ctx)).map((mail) => mail.to).sort()).toEqual(["a@x.example", "b@x.example"]);
  });

  test("is refused for a signer who has signed, for another document's signer, a second time, and for a closed document @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    const other = await makeRequest(ctx, { status: 1 });
    await markSigned(ctx, file.id, "ana@x.example");
    const [ana, bo] = signers.map((signer) => signer.id);
    await expect(withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: ana ?? 0 })).rejects.toMatchObject({
      code: "already_signed",
    });
    await expect(
      withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: other.signers[0].id }),
    ).rejects.toMatchObject({ code: "not_found" });
    await withdrawFile(ctx, actor, { fileId: file.id });
    await expect(withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: bo ?? 0 })).rejects.toMatchObject({
      code: "file_closed",
    });
  });

  test("notifies nobody in a draft @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    await withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[0].id });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["draft", "draft"]);
    await expect(withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[0].id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await deliverMails(ctx)).toEqual([]);
  });
});

describe("declining", () => {
  test("ends the request and shows the reason to the requester but not to other signers", async () => {
    const ctx = testContext(db());
    const { actor, requester, file, signers } = await makeRequest(ctx, { status: 1 });
    await deliverMails(ctx);
    const link = linkOf(ctx, signers, "ana@x.example");
    await declineByLink(ctx, publicActor, { u: link, reason: "The rent is wrong" });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["declined", "declined", "cancelled"]);
    const mails = await deliverMails(ctx);
    expect(mails.map((mail) => mail.to).sort()).toEqual([requester.email, "bo@x.example"].sort());
    expect(mails.find((mail) => mail.to === requester.email)?.text).toContain("The rent is wrong");
    expect(mails.find((mail) => mail.to === "bo@x.example")?.text).not.toContain("The rent is wrong");
    expect((await getByLink(ctx, publicActor, link)).signRequest.status).toBe("declined");
    await expect(declineByLink(ctx, publicActor, { u: link, reason: "again" })).rejects.toMatchObject({
      code: "file_closed",
    });
    await expect(getByLink(ctx, publicActor, linkOf(ctx, signers, "bo@x.example"))).rejects.toMatchObject({
      code: "link_withdrawn",
    });
    expect((await eventsOf(ctx, file)).filter((type) => type === "declined")).toHaveLength(1);
  });

  test("proves the address when its signed-in owner declines, and refuses another account @exhaustive", async () => {
    const ctx = testContext(db());
    const { signers } = await makeRequest(ctx, { status: 1 });
    const ana = await makeAccount(ctx, {
      email: "ana@x.example",
      role: "signer",
      emailProvedAt: null,
      emailProof: null,
    });
    const link = linkOf(ctx, signers, "ana@x.example");
    await expect(declineByLink(ctx, actingAs(await makeAccount(ctx)), { u: link, reason: "no" })).rejects.toMatchObject(
      { code: "not_the_signer" },
    );
    const { file } = await declineByLink(ctx, actingAs(ana), { u: link, reason: "no" });
    expect(await eventsOf(ctx, file)).toContain("email.proved");
  });

  test("is refused for a signer who has signed or is still waiting @exhaustive", async () => {
    const ctx = testContext(db());
    const { file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "a@x.example" }, { email: "b@x.example", signingOrder: 2 }],
    });
    await expect(
      declineByLink(ctx, publicActor, { u: linkOf(ctx, signers, "b@x.example"), reason: "no" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await markSigned(ctx, file.id, "a@x.example");
    await expect(
      declineByLink(ctx, publicActor, { u: linkOf(ctx, signers, "a@x.example"), reason: "no" }),
    ).rejects.toMatchObject({ code: "already_signed" });
  });
});

describe("expiry", () => {
  const passed = new Date(Date.now() - 1000);

  describe("with two jobs at once", () => {
    const database = useCommittedDatabase();

    test("expires an open document once and notifies the requester, and links report it as expired before the job has run", async () => {
      const ctx = testContext(database().db);
      const { actor, requester, file, signers } = await makeRequest(ctx, { status: 1 });
      await deliverMails(ctx);
      await expireFile(ctx, file.id);
      expect((await readRequest(ctx, actor, file.id)).file.status).toBe("able_to_sign");
      await ctx.db.update(files).set({ expiresAt: passed }).where(eq(files.id, file.id));
      await expect(getByLink(ctx, publicActor, linkOf(ctx, signers, "ana@x.example"))).rejects.toMatchObject({
        code: "link_expired",
      });
      await Promise.all([expireFile(ctx, file.id), expireFile(ctx, file.id)]);
      expect(await statesOf(ctx, actor, file.id)).toEqual(["expired", "expired", "expired"]);
      expect((await deliverMails(ctx)).map((mail) => mail.to)).toEqual([requester.email]);
      expect((await eventsOf(ctx, file)).filter((type) => type === "file.expired")).toHaveLength(1);
    });
  });

  test("reopens the document after a later expiry with the same links, no new mail and all signatures @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status: 1 });
    await markSigned(ctx, file.id, "bo@x.example");
    await deliverMails(ctx);
    await ctx.db.update(files).set({ expiresAt: passed }).where(eq(files.id, file.id));
    await expireFile(ctx, file.id);
    await deliverMails(ctx);
    const expiresAt = new Date(Date.now() + 5 * dayMs).toISOString();
    await updateRequest(ctx, actor, { uuid: file.uuid, expiresAt });
    expect(await statesOf(ctx, actor, file.id)).toEqual(["partially_signed", "pending", "signed"]);
    expect(
      (await getByLink(ctx, publicActor, linkOf(ctx, signers, "ana@x.example"))).file.expiresAt?.toISOString(),
    ).toBe(expiresAt);
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("invites the people in turn whose invitation expired in the queue, once the document is reopened", async () => {
    const ctx = testContext(db());
    const { actor, requester, file } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "ana@x.example" }, { email: "bo@x.example", signingOrder: 2 }],
    });
    await ctx.db.update(files).set({ expiresAt: passed }).where(eq(files.id, file.id));
    await expireFile(ctx, file.id);
    expect((await deliverMails(ctx)).map(({ to }) => to)).toEqual([requester.email]);
    const expiresAt = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
    await updateRequest(ctx, actor, { uuid: file.uuid, expiresAt: expiresAt(5) });
    expect((await deliverMails(ctx)).map(({ to, subject }) => [to, subject])).toEqual([
      ["ana@x.example", expect.stringContaining("Lease")],
    ]);
    await updateRequest(ctx, actor, { uuid: file.uuid, expiresAt: expiresAt(6) });
    expect(await deliverMails(ctx)).toEqual([]);
  });

  test("falls 30 days after the release or on the given date, with its job queued @exhaustive", async () => {
    const ctx = testContext(db());
    const { file } = await makeRequest(ctx, { status: 1 });
    expect((file.expiresAt?.getTime() ?? 0) - (file.releasedAt?.getTime() ?? 0)).toBe(30 * dayMs);
    const given = new Date(Date.now() + 3 * dayMs);
    const other = await makeRequest(ctx, { status: 1, expiresAt: given.toISOString() });
    expect(other.file.expiresAt).toEqual(given);
    const clocks = (await ctx.db.select().from(outboxJobs)).filter((job) => job.kind === "expire");
    expect(clocks.map((job) => job.runAt)).toEqual([file.expiresAt, given]);
  });

  test("cannot be changed on a withdrawn document @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await withdrawFile(ctx, actor, { fileId: file.id });
    const expiresAt = new Date(Date.now() + 5 * dayMs).toISOString();
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, expiresAt })).rejects.toMatchObject({
      code: "file_closed",
    });
  });
});
