import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, signRequests, type SignRequest } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { readBrandWithLogo } from "@/lib/context/settings/read";
import { readMailFacts } from "@/lib/delivery/notifications/mail-facts";
import { renderNotification } from "@/lib/delivery/notifications/render";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { evidenceReport } from "@/lib/evidence/write-report";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { languageCodes } from "@/lib/platform/locale/languages";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { changeReleasedSigners } from "@/lib/requests/change-signers";
import { getByLink } from "@/lib/requests/links/find-by-link";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { replaceSigner } from "@/lib/requests/signers/take-over";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { only, present } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { showHistory } from "@/lib/views/history";
import { delegateByLink } from "./delegate";
import { finishFile } from "./finish";
import { confirmIdentification, identify } from "./identification/confirm";
import { requestCode } from "./proof/request-code";
import { sign } from "./sign";
import {
  newestCode,
  readBytes,
  readEvents,
  readFile,
  releasedScenario,
  storeStroke,
  type Scenario,
} from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const fields = [{ type: "signature" }, { type: "text", required: false, value: "Room 4" }] as const;

async function twoSigners(ctx: Ctx): Promise<Scenario & { ana: Scenario["signers"][0]; bo: Scenario["signers"][0] }> {
  const scenario = await releasedScenario(ctx, [
    { name: "Ana", fields },
    { name: "Bo", fields },
  ]);
  const [ana, bo] = scenario.signers;
  return { ...scenario, ana, bo };
}

async function signs(ctx: Ctx, actor: AccountActor, fileId: number): Promise<void> {
  await storeStroke(ctx, actor);
  await requestCode(ctx, actor, { fileId });
  await sign(ctx, actor, { target: { fileId }, code: await newestCode(ctx) });
}

async function successorOf(ctx: Ctx, id: number): Promise<SignRequest> {
  return only(await ctx.db.select().from(signRequests).where(eq(signRequests.replacesId, id)));
}

async function newPerson(ctx: Ctx, displayName: string): Promise<AccountActor> {
  return actingAs(await makeAccount(ctx, { displayName, role: "signer" }));
}

/** The text of an e-mail if it were sent now. */
async function textOf(
  ctx: Ctx,
  template: Parameters<typeof renderNotification>[1],
  about: Parameters<typeof readMailFacts>[1],
): Promise<string | undefined> {
  const facts = present(await readMailFacts(ctx, about));
  const { brand } = await readBrandWithLogo(ctx);
  const content = { ...facts, brand, copy: { kind: "none" } as const, thumbnail: null };
  return renderNotification(ctx, template, content, await ctx.now())?.text;
}

const allow = (ctx: Ctx, fileId: number) =>
  ctx.db.update(files).set({ allowDelegation: true }).where(eq(files.id, fileId));

describe("a signer replaced after another has signed", () => {
  test("passes the same fields to the new person, and keeps every signature valid", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { requester, fileId, ana, bo } = await twoSigners(ctx);
    await signs(ctx, ana.actor, fileId);
    const before = await readBytes(ctx, fileId);
    const cy = await newPerson(ctx, "Cy");
    await replaceSigner(ctx, requester, {
      fileId,
      signRequestId: bo.signRequestId,
      email: cy.account.email.toUpperCase(),
      displayName: "Cy",
    });
    expect((await readBytes(ctx, fileId)).equals(before)).toBe(true);
    const successor = await successorOf(ctx, bo.signRequestId);
    expect(successor).toMatchObject({ email: cy.account.email, status: "pending", preparedAs: bo.signRequestId });
    await signs(ctx, cy, fileId);
    const file = await readFile(ctx, fileId);
    expect(file.status).toBe("signed");
    const bytes = await readBytes(ctx, fileId);
    expect(pdfsig(bytes).map(({ isValid }) => isValid)).toEqual([true, true, true, true]);
    const { signatures, ...report } = await verifyFile(ctx, file);
    expect(signatures.map(({ verdict }) => verdict)).toEqual([
      "intact_later_allowed",
      "intact_later_allowed",
      "intact_later_allowed",
      "intact",
    ]);
    expect(report).toBeDefined();
    expect(trailBreaksAt(file, await readEvents(ctx, fileId))).toBeNull();
    const facts = await gatherFacts(ctx, file);
    expect(
      facts.signers.map(({ name, outcome, replaces, replacedBy }) => [name, outcome, replaces, replacedBy]),
    ).toEqual([
      ["Ana", "signed", null, null],
      ["Bo", "replaced", null, "Cy"],
      ["Cy", "signed", { name: "Bo", by: "requester", reason: null }, null],
    ]);
  });

  test("voids the old link, codes and guest sessions", async () => {
    const ctx = context(db());
    const { requester, fileId, bo } = await twoSigners(ctx);
    await requestCode(ctx, bo.actor, { fileId });
    const code = await newestCode(ctx);
    await replaceSigner(ctx, requester, { fileId, signRequestId: bo.signRequestId, email: "cy@x.example" });
    await expect(getByLink(ctx, bo.actor, bo.link)).rejects.toMatchObject({ code: "link_withdrawn" });
    await expect(sign(ctx, bo.actor, { target: { link: bo.link }, code })).rejects.toMatchObject({
      code: "link_withdrawn",
    });
    const { linkSealed } = await successorOf(ctx, bo.signRequestId);
    await expect(getByLink(ctx, bo.actor, revealLink(ctx, linkSealed))).rejects.toMatchObject({
      code: "not_the_signer",
    });
  });

  test("is reported to the requester by e-mail if a token did it, also one that replaces the set of people", async () => {
    const ctx = context(db());
    const { requester, fileId, bo, ana } = await twoSigners(ctx);
    const token = { ...requester, proof: "token" as const, signedInAt: null };
    const reported = async (): Promise<unknown[]> =>
      (await readEvents(ctx, fileId))
        .filter(({ type, data }) => type === "mail.queued" && data.template === "replacement")
        .map(({ data }) => [data.signRequestId, data.accountId]);
    const to = { fileId, signRequestId: bo.signRequestId };
    await replaceSigner(ctx, requester, { ...to, email: "cy@x.example" });
    const cy = await successorOf(ctx, bo.signRequestId);
    expect(await reported()).toEqual([]);
    await replaceSigner(ctx, token, { fileId, signRequestId: cy.id, email: "dora@x.example" });
    const dora = await successorOf(ctx, cy.id);
    expect(await reported()).toEqual([[dora.id, requester.account.id]]);
    const text = await textOf(ctx, "replacement", {
      fileId,
      signRequestId: dora.id,
      accountId: requester.account.id,
    });
    for (const name of ["cy@x.example", "dora@x.example", "/developers"]) expect(text).toContain(name);
    await changeReleasedSigners(ctx, token, { id: fileId }, [
      { email: ana.actor.account.email },
      { signRequestId: dora.id, email: "eve@x.example" },
    ]);
    expect(await reported()).toHaveLength(2);
  });

  test("keeps field names from the first preparation through repeated replacements @exhaustive", async () => {
    const ctx = context(db());
    const { requester, fileId, bo } = await twoSigners(ctx);
    await replaceSigner(ctx, requester, { fileId, signRequestId: bo.signRequestId, email: "cy@x.example" });
    const cy = await successorOf(ctx, bo.signRequestId);
    await replaceSigner(ctx, requester, { fileId, signRequestId: cy.id, email: "dora@x.example" });
    expect((await successorOf(ctx, cy.id)).preparedAs).toBe(bo.signRequestId);
  });

  test("corrects a CC's address after others have signed if the copy bounced, and sends the first copy again @exhaustive", async () => {
    const ctx = context(db());
    const users = [
      { email: "ana@x.example" },
      { email: "bo@x.example" },
      { email: "cy@x.exmaple", role: "cc" as const },
    ];
    const { actor, requester, file, signers } = await makeRequest(ctx, { status: 1, users });
    const [ana, , cy] = signers;
    await ctx.db.update(files).set({ status: "partially_signed" }).where(eq(files.id, file.id));
    await ctx.db
      .update(signRequests)
      .set({ status: "signed" })
      .where(eq(signRequests.id, ana?.id ?? 0));
    const about = { fileId: file.id, signRequestId: cy?.id ?? 0, accountId: requester.id };
    expect(await textOf(ctx, "bounce", about)).toContain("the copy is sent again");
    await replaceSigner(ctx, actor, { fileId: file.id, signRequestId: cy?.id ?? 0, email: "cy@x.example" });
    const corrected = await successorOf(ctx, cy?.id ?? 0);
    expect(corrected).toMatchObject({ role: "cc", status: "copied", copyAt: ["sent", "completed"] });
    const mails = (await readEvents(ctx, file.id)).filter(({ type }) => type === "mail.queued");
    expect(mails.slice(-1).map(({ data }) => [data.template, data.signRequestId])).toEqual([["copy", corrected.id]]);
    expect(mails.some(({ data }) => data.template === "removal")).toBe(false);
  });

  test("refuses a signer who has signed, an address in use and another document's signer @exhaustive", async () => {
    const ctx = context(db());
    const { requester, fileId, ana, bo } = await twoSigners(ctx);
    await signs(ctx, ana.actor, fileId);
    const replace = (signRequestId: number, email: string, actor: AccountActor = requester) =>
      replaceSigner(ctx, actor, { fileId, signRequestId, email });
    await expect(replace(ana.signRequestId, "cy@x.example")).rejects.toMatchObject({ code: "already_signed" });
    await expect(replace(bo.signRequestId, ana.actor.account.email)).rejects.toMatchObject({
      violations: [{ pointer: "/email", code: "duplicate" }],
    });
    await expect(replace(bo.signRequestId, "no address")).rejects.toMatchObject({
      violations: [{ pointer: "/email", code: "email_invalid" }],
    });
    const stranger = actingAs(await makeAccount(ctx));
    await expect(replace(bo.signRequestId, "cy@x.example", stranger)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("finds successors by the document when it is sealed without a withdrawn signer @exhaustive", async () => {
  const ctx = context(db());
  const { requester, fileId, ana, bo } = await twoSigners(ctx);
  await signs(ctx, ana.actor, fileId);
  await withdrawSigner(ctx, requester, { fileId, signRequestId: bo.signRequestId });
  await ctx.db.execute(sql`set local enable_seqscan = off`);
  const plan = await planOf(() => finishFile(ctx, fileId));
  expect(plan).toContain("successors");
  expect(plan).not.toContain("Seq Scan on sign_requests");
});

describe("a signer who delegates", () => {
  test("is refused until the requester allows it, and without proof of identity", async () => {
    const ctx = context(db());
    const { fileId, bo } = await twoSigners(ctx);
    const delegate = (actor: Parameters<typeof delegateByLink>[1]) =>
      delegateByLink(ctx, actor, { u: bo.link, email: "cy@x.example" });
    await expect(delegate(bo.actor)).rejects.toMatchObject({ code: "forbidden" });
    await allow(ctx, fileId);
    await expect(delegate({ kind: "public" })).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("passes the place to one delegate, named in the trail and the evidence, and notifies the requester", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { requester, fileId, ana, bo } = await twoSigners(ctx);
    await allow(ctx, fileId);
    await signs(ctx, ana.actor, fileId);
    const cy = await newPerson(ctx, "Cy");
    const reason = "I am on leave\nuntil August.";
    await delegateByLink(ctx, bo.actor, { u: bo.link, email: cy.account.email, displayName: "Cy", reason });
    const successor = await successorOf(ctx, bo.signRequestId);
    const sent = await ctx.db
      .select()
      .from(outboxJobs)
      .where(and(eq(outboxJobs.kind, "notification"), eq(outboxJobs.payload, about(fileId, successor.id, requester))));
    expect(sent).toHaveLength(1);
    const link = revealLink(ctx, successor.linkSealed);
    await expect(delegateByLink(ctx, cy, { u: link, email: "dora@x.example" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(getByLink(ctx, bo.actor, bo.link)).rejects.toMatchObject({ code: "link_withdrawn" });
    await signs(ctx, cy, fileId);
    const event = (await readEvents(ctx, fileId)).find(({ type }) => type === "signer.delegated");
    expect(event?.data).toMatchObject({ signRequestId: successor.id, from: bo.signRequestId });
    expect(JSON.stringify(event?.data)).not.toContain("on leave");
    const history = await showHistory(ctx, requester, { uuid: (await readFile(ctx, fileId)).uuid });
    expect(history.find(({ type }) => type === "signer.delegated")).toMatchObject({ reason, from: "Bo", signer: "Cy" });
    const facts = await gatherFacts(ctx, await readFile(ctx, fileId));
    expect(facts.signers.map(({ name, outcome, replaces }) => [name, outcome, replaces])).toEqual([
      ["Ana", "signed", null],
      ["Bo", "delegated", null],
      ["Cy", "signed", { name: "Bo", by: "delegate", reason }],
    ]);
    // One evidence document for the requester and all signers.
    const cards = JSON.stringify(evidenceReport(facts));
    expect(cards).toContain("Delegated by");
    expect(cards).toContain("Reason for the delegation, as stated");
    expect(cards).toContain("I am on leave until August.");
  });

  test("gets an e-mail that names the delegate and the requester, also without invitations @exhaustive", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { requester, fileId, bo } = await twoSigners(ctx);
    await allow(ctx, fileId);
    await ctx.db.update(signRequests).set({ notify: false }).where(eq(signRequests.id, bo.signRequestId));
    await delegateByLink(ctx, bo.actor, { u: bo.link, email: "cy@x.example", displayName: "Cy Grey" });
    const queued = (await readEvents(ctx, fileId)).filter(
      ({ type, data }) => type === "mail.queued" && data.signRequestId === bo.signRequestId,
    );
    expect(queued.map(({ data }) => [data.template, data.accountId]).slice(1)).toEqual([["delegated", null]]);
    for (const language of languageCodes) {
      await ctx.db.update(signRequests).set({ language }).where(eq(signRequests.id, bo.signRequestId));
      const facts = { fileId, signRequestId: bo.signRequestId, accountId: null };
      expect((await readMailFacts(ctx, facts))?.to).toBe(bo.actor.account.email);
      const text = await textOf(ctx, "delegated", facts);
      expect(text).toContain("Cy Grey");
      expect(text).toContain(requester.account.email);
    }
  });

  test("gives an optional reason, which the delegate and the requester read in their e-mails @exhaustive", async () => {
    for (const reason of ["I am on leave until August.", null]) {
      const ctx = context(db(), { usesMessageInbox: false });
      const { requester, fileId, bo } = await twoSigners(ctx);
      await allow(ctx, fileId);
      const cy = await newPerson(ctx, "Cy");
      await delegateByLink(ctx, bo.actor, { u: bo.link, email: cy.account.email, displayName: "Cy", reason });
      const { id: signRequestId } = await successorOf(ctx, bo.signRequestId);
      for (const [template, accountId] of [
        ["invitation", null],
        ["delegation", requester.account.id],
      ] as const) {
        const text = await textOf(ctx, template, { fileId, signRequestId, accountId });
        expect(text?.includes("I am on leave until August.")).toBe(reason !== null);
      }
      const event = (await readEvents(ctx, fileId)).find(({ type }) => type === "signer.delegated");
      expect(event && "reason" in event.data).toBe(reason !== null);
    }
  });

  test("is refused a reason that the evidence cannot draw @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, bo } = await twoSigners(ctx);
    await allow(ctx, fileId);
    await expect(
      delegateByLink(ctx, bo.actor, { u: bo.link, email: "cy@x.example", reason: "\u{13000}" }),
    ).rejects.toMatchObject({ code: "glyph_missing", violations: [{ pointer: "/reason" }] });
  });

  test("can be a guest, whose session then ends @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, bo } = await twoSigners(ctx);
    await allow(ctx, fileId);
    await ctx.db
      .update(signRequests)
      .set({ email: "guest@x.example", identifyMethods: ["email"] })
      .where(eq(signRequests.id, bo.signRequestId));
    await identify(ctx, { kind: "public" }, { u: bo.link });
    await confirmIdentification(ctx, { kind: "public" }, { u: bo.link, code: await newestCode(ctx) });
    const guest = {
      kind: "guest",
      signRequestId: bo.signRequestId,
      fileId,
      email: "guest@x.example",
      displayName: "Bo",
      sessionId: 1,
      method: "email",
      challengeId: 1,
      provedAt: new Date(),
      proof: "token",
      scopes: ["read", "sign"],
    } as const;
    await delegateByLink(ctx, guest, { u: bo.link, email: "cy@x.example" });
    await expect(getByLink(ctx, guest, bo.link)).rejects.toMatchObject({ code: "link_withdrawn" });
  });
});

function about(fileId: number, signRequestId: number, requester: AccountActor) {
  return { template: "delegation", fileId, signRequestId, accountId: requester.account.id };
}
