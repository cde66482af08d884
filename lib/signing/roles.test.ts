import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { signerCard } from "@/lib/evidence/signer-card";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { createDocument } from "@/lib/requests/create";
import { declineByLink } from "@/lib/requests/decline";
import { getByLink } from "@/lib/requests/links/find-by-link";
import { downloadByLink, drawPageByLink } from "@/lib/requests/links/read-by-link";
import { releaseFile } from "@/lib/requests/release";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { deliverMails, readRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { approve } from "./approve";
import { finishFile } from "./finish";
import { notePagesSeen } from "./note-pages-seen";
import { requestCode } from "./proof/request-code";
import { sign } from "./sign";
import { newestCode, readBytes, readFile, releasedScenario } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const anybody = { kind: "public" } as const;

async function statusOf(ctx: ReturnType<typeof testContext>, id: number): Promise<string | undefined> {
  const [row] = await ctx.db.select({ status: signRequests.status }).from(signRequests).where(eq(signRequests.id, id));
  return row?.status;
}

describe("an approver", () => {
  test("blocks later steps, approves with the code that a signature needs, and leaves the bytes unchanged", async () => {
    const ctx = testContext(db());
    const { fileId, signers } = await releasedScenario(ctx, [
      { name: "Bo", role: "approver", signingOrder: 1 },
      { name: "Ana", signingOrder: 2 },
    ]);
    const [bo, ana] = signers;
    const before = await readFile(ctx, fileId);
    expect(await statusOf(ctx, ana.signRequestId)).toBe("waiting");
    await expect(requestCode(ctx, ana.actor, { link: ana.link })).rejects.toMatchObject({ code: "not_your_turn" });
    await requestCode(ctx, bo.actor, { link: bo.link });
    const code = await newestCode(ctx);
    await expect(approve(ctx, bo.actor, { u: bo.link })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(sign(ctx, bo.actor, { target: { link: bo.link }, code })).rejects.toMatchObject({
      code: "wrong_role",
    });
    await approve(ctx, bo.actor, { u: bo.link, code });
    const after = await readFile(ctx, fileId);
    expect([after.sha256, after.revision, after.status]).toEqual([before.sha256, before.revision, "partially_signed"]);
    expect([await statusOf(ctx, bo.signRequestId), await statusOf(ctx, ana.signRequestId)]).toEqual([
      "approved",
      "pending",
    ]);
    await expect(approve(ctx, bo.actor, { u: bo.link, code })).rejects.toMatchObject({ code: "already_signed" });
    const trail = await readTrail(ctx, fileId);
    expect(trail.filter(({ type }) => type === "approved").map(({ auth }) => auth.method)).toEqual(["email"]);
    expect(trailBreaksAt(after, trail)).toBeNull();
  });

  describe("two simultaneous approvals", () => {
    const database = useCommittedDatabase();

    test("count once @exhaustive", async () => {
      const ctx = testContext(database().db);
      const { fileId, signers } = await releasedScenario(ctx, [{ name: "Bo", role: "approver" }, { name: "Ana" }]);
      const [bo] = signers;
      await requestCode(ctx, bo.actor, { link: bo.link });
      const code = await newestCode(ctx);
      const results = await Promise.allSettled([1, 2].map(() => approve(ctx, bo.actor, { u: bo.link, code })));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await readTrail(ctx, fileId)).filter(({ type }) => type === "approved")).toHaveLength(1);
    });
  });

  test("rejects with a reason, which ends the request as a decline does @exhaustive", async () => {
    const ctx = testContext(db());
    const { fileId, signers } = await releasedScenario(ctx, [{ name: "Bo", role: "approver" }, { name: "Ana" }]);
    const [bo, ana] = signers;
    await declineByLink(ctx, bo.actor, { u: bo.link, reason: "Too expensive" });
    expect((await readFile(ctx, fileId)).status).toBe("declined");
    expect(await statusOf(ctx, ana.signRequestId)).toBe("cancelled");
    expect((await readTrail(ctx, fileId)).find(({ type }) => type === "declined")?.data.role).toBe("approver");
  });

  test("completes the document as the last to act: one signature field for the signer, a line in the evidence, a seal over the approval", async () => {
    const ctx = testContext(db());
    const { fileId, signers } = await releasedScenario(ctx, [
      { name: "Ana", signingOrder: 1 },
      { name: "Bo", role: "approver", signingOrder: 2 },
    ]);
    const [ana, bo] = signers;
    await requestCode(ctx, ana.actor, { link: ana.link });
    await sign(ctx, ana.actor, { target: { link: ana.link }, code: await newestCode(ctx) });
    await requestCode(ctx, bo.actor, { link: bo.link });
    await approve(ctx, bo.actor, { u: bo.link, code: await newestCode(ctx) });
    await finishFile(ctx, fileId);
    const file = await readFile(ctx, fileId);
    expect(file.status).toBe("signed");
    const report = pdfsig(await readBytes(ctx, fileId));
    expect(report).toHaveLength(3);
    const facts = await gatherFacts(ctx, file);
    expect(facts.chain.data.at(-1)?.type).toBe("approved");
    const approver = only(facts.signers.filter(({ role }) => role === "approver"));
    expect([approver.outcome, approver.signature, approver.approval?.proof.kind]).toEqual(["approved", null, "code"]);
    expect(JSON.stringify(signerCard(approver))).toContain("Proof when approving");
  });
});

describe("a viewer", () => {
  const threePages = makePdf({ pages: [{}, {}, {}] });

  test("is done when every page was on screen, in any order and over several visits @exhaustive", async () => {
    const ctx = testContext(db());
    const { fileId, signers } = await releasedScenario(
      ctx,
      [
        { name: "Vi", role: "viewer", signingOrder: 1 },
        { name: "Ana", signingOrder: 2 },
      ],
      threePages,
    );
    const [vi, ana] = signers;
    expect(await notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [3, 3] })).toEqual({
      seen: 1,
      pages: 3,
      isDone: false,
    });
    expect(await notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [3, 1] })).toMatchObject({ seen: 2, isDone: false });
    expect(await statusOf(ctx, ana.signRequestId)).toBe("waiting");
    await expect(notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [1, 4] })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/pages/1" }],
    });
    expect(await notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [2] })).toMatchObject({ seen: 3, isDone: true });
    expect([await statusOf(ctx, vi.signRequestId), await statusOf(ctx, ana.signRequestId)]).toEqual([
      "viewed",
      "pending",
    ]);
    expect((await readTrail(ctx, fileId)).filter(({ type }) => type === "document.read")).toHaveLength(1);
    await expect(notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [2] })).rejects.toMatchObject({
      code: "already_signed",
    });
  });

  test("has seen nothing when a mail scanner opens the link, draws every page and downloads the document @exhaustive", async () => {
    const ctx = testContext(db());
    const { signers } = await releasedScenario(ctx, [{ name: "Vi", role: "viewer" }, { name: "Ana" }], threePages);
    const [vi] = signers;
    await getByLink(ctx, anybody, vi.link);
    for (const n of [1, 2, 3]) await drawPageByLink(ctx, anybody, { u: vi.link, n, width: 100, format: "png" });
    const { stream } = await downloadByLink(ctx, anybody, { u: vi.link, version: "current" });
    await stream.toArray();
    await expect(notePagesSeen(ctx, anybody, { u: vi.link, pages: [1, 2, 3] })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await statusOf(ctx, vi.signRequestId)).toBe("pending");
    expect(await notePagesSeen(ctx, vi.actor, { u: vi.link, pages: [1] })).toMatchObject({ seen: 1 });
  });

  test("cannot sign, approve, decline or get a code @exhaustive", async () => {
    const ctx = testContext(db());
    const { signers } = await releasedScenario(ctx, [{ name: "Vi", role: "viewer" }, { name: "Ana" }]);
    const [vi] = signers;
    const wrong = { code: "wrong_role" };
    await expect(requestCode(ctx, vi.actor, { link: vi.link })).rejects.toMatchObject(wrong);
    await expect(sign(ctx, vi.actor, { target: { link: vi.link }, code: "123456" })).rejects.toMatchObject(wrong);
    await expect(approve(ctx, vi.actor, { u: vi.link, code: "123456" })).rejects.toMatchObject(wrong);
    await expect(declineByLink(ctx, vi.actor, { u: vi.link, reason: "No" })).rejects.toMatchObject(wrong);
  });
});

describe("a CC who is also the requester", () => {
  const database = useCommittedDatabase();

  test("gets one mail of each kind, and blocks neither order nor completion @exhaustive", async () => {
    const ctx = testContext(database().db);
    const requester = await makeAccount(ctx);
    const actor = actingAs(requester);
    const ana = await makeAccount(ctx, { role: "signer" });
    const { fileId } = await createDocument(ctx, actor, {
      file: { base64: makePdf({ pages: [{}] }).toString("base64") },
      name: "Lease",
      users: [
        { email: requester.email, role: "cc", signingOrder: 1 },
        { email: "cy@x.example", role: "cc", copyAt: ["completed"] },
        { email: ana.email, signingOrder: 2, signMethod: "email" },
      ],
    });
    await releaseFile(ctx, actor, { id: fileId });
    const sent = await deliverMails(ctx);
    expect(sent.map(({ to }) => to).sort()).toEqual([ana.email, requester.email].sort());
    await requestCode(ctx, actingAs(ana), { fileId });
    await sign(ctx, actingAs(ana), { target: { fileId }, code: await newestCode(ctx) });
    await finishFile(ctx, fileId);
    expect((await readFile(ctx, fileId)).status).toBe("signed");
    const completed = await deliverMails(ctx);
    const about = completed.filter(({ subject }) => subject.includes("Completed"));
    expect(about.map(({ to }) => to).sort()).toEqual([ana.email, "cy@x.example", requester.email].sort());
    for (const mail of [...sent, ...completed].filter(({ to }) => to !== ana.email))
      expect(mail.text, mail.subject).not.toContain("/sign/");
    const { signers } = await readRequest(ctx, actor, fileId);
    const trail = await readTrail(ctx, fileId);
    for (const cc of signers.filter(({ role }) => role === "cc")) {
      expect(cc.status).toBe("copied");
      const mails = trail.filter(({ type, data }) => type === "mail.sent" && data.signRequestId === cc.id);
      expect(mails.map(({ data }) => data.template)).toEqual(
        cc.email === requester.email ? ["copy", "completion"] : ["completion"],
      );
    }
    const stuck = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"));
    expect(stuck.filter(({ doneAt }) => doneAt === null)).toEqual([]);
  });
});
