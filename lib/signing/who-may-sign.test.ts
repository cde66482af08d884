import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { insertAccountLink, makeLinkToken } from "@/lib/accounts/account-link";
import { changePhone } from "@/lib/accounts/change-phone";
import { createInvitedAccount } from "@/lib/accounts/create";
import { getAccount } from "@/lib/accounts/find";
import { resetPassword } from "@/lib/accounts/passwords";
import { getReadableFile } from "@/lib/documents/access";
import { eraseOneself } from "@/lib/evidence/erasure/erase-person";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { readTrail } from "@/lib/records/audit/events";
import { createDocument } from "@/lib/requests/create";
import { releaseFile } from "@/lib/requests/release";
import { findRecipient } from "@/lib/signing/proof/recipient";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { findSigningKey } from "@/lib/signing/proof/unlock-signing-key";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { lendInstanceKeys } from "@/lib/testing/instance-keys";
import { useTestContext } from "@/lib/testing/test-context";
import { showDashboard } from "@/lib/views/dashboard/dashboard";
import { readDashboardQuery } from "@/lib/views/dashboard/dashboard-query";
import { listFiles } from "@/lib/views/list/list";
import { sign } from "./sign";
import {
  allowEveryMethod,
  draftScenario,
  eventTypes,
  newestCode,
  readSignRequest,
  releasedScenario,
} from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const signPassword = "a quiet green harbour";

describe("permission to sign", () => {
  test("is refused with 404 to strangers and to signers of a draft, with 403 to the requester, and to anyone a second time", async () => {
    const ctx = context(db());
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const other = await releasedScenario(ctx, [{ name: "Cy" }]);
    const draft = await draftScenario(ctx, [{ name: "Di" }]);
    const [ana] = scenario.signers;
    const [cy] = other.signers;
    const target = { fileId: scenario.fileId };
    await expect(sign(ctx, cy.actor, { target, code: "123456" })).rejects.toMatchObject({ code: "not_found" });
    const [di] = draft.signers;
    for (const draftTarget of [{ fileId: draft.fileId }, { link: di.link }]) {
      await expect(sign(ctx, di.actor, { target: draftTarget, code: "123456" })).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(requestCode(ctx, di.actor, draftTarget)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(sign(ctx, { kind: "public" }, { target, code: "123456" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(sign(ctx, scenario.requester, { target, code: "123456" })).rejects.toMatchObject({
      code: "not_the_signer",
    });
    await expect(sign(ctx, cy.actor, { target: { link: ana.link }, code: "123456" })).rejects.toMatchObject({
      code: "not_the_signer",
    });
    await expect(
      sign(ctx, cy.actor, { target: { link: "0b9d2b5e-5a8e-4a2e-9f0e-2f2f6a1c9d11" }, code: "123456" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await requestCode(ctx, ana.actor, target);
    const code = await newestCode(ctx);
    await sign(ctx, ana.actor, { target, code });
    await expect(sign(ctx, ana.actor, { target, code })).rejects.toMatchObject({ code: "already_signed" });
    await expect(requestCode(ctx, ana.actor, target)).rejects.toMatchObject({ code: "already_signed" });
  });

  test("records attempts by the requester, or by another account with the link, once per day and account @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      requester,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const byLink = { link: ana.link };
    for (const [actor, target] of [
      [bo.actor, byLink],
      [bo.actor, byLink],
      [requester, byLink],
      [requester, { fileId }],
      [requester, { fileId }],
    ] as const) {
      await expect(sign(ctx, actor, { target, code: "123456" })).rejects.toMatchObject({ code: "not_the_signer" });
    }
    const denied = (await readTrail(ctx, fileId)).filter(({ type }) => type === "sign.denied");
    const ids = [bo.actor.account.id, requester.account.id];
    expect(denied.map(({ data }) => data)).toEqual([
      { accountId: ids[0], signRequestId: ana.signRequestId },
      { accountId: ids[1], signRequestId: ana.signRequestId },
      { accountId: ids[1] },
    ]);
    expect(denied.map(({ actor }) => actor["accountId"])).toEqual([ids[0], ids[1], ids[1]]);
  });

  test("records nothing for a stranger who guesses a file's id @exhaustive", async () => {
    const ctx = context(db());
    const { fileId } = await releasedScenario(ctx, [{ name: "Ana" }]);
    const other = await releasedScenario(ctx, [{ name: "Cy" }]);
    const before = await eventTypes(ctx, fileId);
    await expect(sign(ctx, other.requester, { target: { fileId }, code: "123456" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await eventTypes(ctx, fileId)).toEqual(before);
  });

  test("is refused with 409 out of turn, and a signature notifies the next in order", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [
      { name: "Ana", signingOrder: 1 },
      { name: "Bo", signingOrder: 2 },
    ]);
    await expect(requestCode(ctx, bo.actor, { fileId })).rejects.toMatchObject({ code: "not_your_turn" });
    await expect(sign(ctx, bo.actor, { target: { fileId }, code: "123456" })).rejects.toMatchObject({
      code: "not_your_turn",
    });
    await expect(sign(ctx, bo.actor, { target: { link: bo.link }, code: "123456" })).rejects.toMatchObject({
      code: "not_your_turn",
    });
    await expect(requestCode(ctx, ana.actor, { link: bo.link })).rejects.toMatchObject({ code: "not_found" });
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    expect(await readSignRequest(ctx, bo.signRequestId)).toMatchObject({ status: "pending" });
    await requestCode(ctx, bo.actor, { fileId });
    expect((await sign(ctx, bo.actor, { target: { fileId }, code: await newestCode(ctx) })).file.status).toBe("signed");
  });

  test("reports a wrong or missing proof without using up a try @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo", method: "password" }]);
    const target = { fileId };
    await expect(sign(ctx, ana.actor, { target, password: signPassword })).rejects.toMatchObject({
      code: "sign_method_mismatch",
    });
    await expect(sign(ctx, ana.actor, { target })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(sign(ctx, ana.actor, { target, code: "123456", method: "sms" })).rejects.toMatchObject({
      code: "sign_method_mismatch",
    });
    await expect(sign(ctx, bo.actor, { target, code: "123456" })).rejects.toMatchObject({
      code: "sign_method_mismatch",
    });
    await expect(sign(ctx, bo.actor, { target, password: signPassword })).rejects.toMatchObject({
      code: "sign_password_missing",
    });
    await expect(requestCode(ctx, bo.actor, target)).rejects.toMatchObject({ code: "sign_method_mismatch" });
  });

  test("is refused with 410 by link and 409 by id after the expiry @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await ctx.db
      .update(files)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(files.id, fileId));
    await expect(sign(ctx, ana.actor, { target: { fileId }, code: "123456" })).rejects.toMatchObject({
      code: "file_closed",
    });
    await expect(sign(ctx, ana.actor, { target: { link: ana.link }, code: "123456" })).rejects.toMatchObject({
      code: "link_expired",
    });
  });
});

describe("an unproved address", () => {
  test("may not sign or request codes by a document's number, whose answer is the same for every number @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      requester,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", isProved: false }]);
    const draft = await draftScenario(ctx, [{ name: "Di" }]);
    for (const target of [{ fileId }, { fileId: draft.fileId }, { fileId: 2_000_000_000 }]) {
      await expect(requestCode(ctx, ana.actor, target)).rejects.toMatchObject({ code: "email_unproved" });
      await expect(sign(ctx, ana.actor, { target, code: "123456" })).rejects.toMatchObject({ code: "email_unproved" });
    }
    expect(await ctx.db.select().from(challenges)).toEqual([]);
    await expect(sign(ctx, requester, { target: { fileId }, code: "123456" })).rejects.toMatchObject({
      code: "not_the_signer",
    });
  });

  test("does not affect the signer's codes: they are sent through the link, and the signature proves the address @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", isProved: false }]);
    for (let time = 0; time < 12; time++) await requestCode(ctx, ana.actor, { fileId }).catch(() => undefined);
    await requestCode(ctx, ana.actor, { link: ana.link });
    await sign(ctx, ana.actor, { target: { link: ana.link }, code: await newestCode(ctx) });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ana.actor.account.id));
    expect(account).toMatchObject({ emailProof: "invitation" });
    expect(await eventTypes(ctx, fileId)).toContain("email.proved");
  });

  test("is proved by its owner's POST to the mailed link, even one that fails @exhaustive", async () => {
    const ctx = context(db());
    const {
      signers: [bo],
    } = await releasedScenario(ctx, [{ name: "Bo", isProved: false, method: "password" }]);
    await expect(sign(ctx, bo.actor, { target: { link: bo.link }, password: signPassword })).rejects.toMatchObject({
      code: "sign_password_missing",
    });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, bo.actor.account.id));
    expect(account).toMatchObject({ emailProof: "invitation" });
  });
});

describe("an address that only a forwarded sign link proved", () => {
  test("counts for the request of that link only, and a reset by mail removes what the holder set up", async () => {
    const ctx = context(db());
    const requester = actingAs(await makeAccount(ctx));
    await allowEveryMethod(ctx);
    await lendInstanceKeys(ctx);
    const email = "carol@x.example";
    const send = async (name: string) => {
      const file = { base64: makePdf({ pages: [{}] }).toString("base64") };
      const users = [{ email, signMethod: "password" as const }];
      const { fileId } = await createDocument(ctx, requester, { file, name, users });
      await releaseFile(ctx, requester, { id: fileId });
      const [signRequest] = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
      if (!signRequest) throw new Error("the signer was not stored");
      return { fileId, signRequest };
    };
    const [harmless, contract] = [await send("Harmless"), await send("Contract")];
    const password = "seven purple tractors";
    const made = await createInvitedAccount(ctx, harmless.signRequest, { email, password }, { isLive: true });
    const mails = async () =>
      (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "accountMail"))).map(({ payload }) => payload);
    expect(await mails()).toEqual([
      { template: "created_by_link", accountId: made.id, signRequestId: harmless.signRequest.id },
    ]);

    const holder = actingAs(made);
    await changePhone(ctx, holder, String(made.id), { phone: "+491701234567" });
    await setSigningPassword(ctx, holder, { signPassword });
    const { data, pagination } = await listFiles(ctx, holder, {});
    expect([data.map(({ name }) => name), pagination.total]).toEqual([["Harmless"], 1]);
    const dashboard = await showDashboard(ctx, holder, readDashboardQuery({}));
    expect([dashboard.data.map(({ name }) => name), dashboard.counts.all]).toEqual([["Harmless"], 1]);
    const target = { fileId: contract.fileId };
    await expect(sign(ctx, holder, { target, password: signPassword })).rejects.toMatchObject({ code: "not_found" });
    await expect(getReadableFile(ctx, holder, { id: contract.fileId })).rejects.toMatchObject({ code: "not_found" });
    await expect(eraseOneself(ctx, holder)).rejects.toMatchObject({ code: "email_unproved" });
    expect(await findRecipient(ctx, contract.signRequest, "sms", false)).toBeNull();

    const token = makeLinkToken();
    await insertAccountLink(ctx, made.id, "reset", token);
    await resetPassword(ctx, { token, password: "another long password" });
    const carol = await getAccount(ctx, made.id);
    expect(carol).toMatchObject({ emailProof: "confirmation", phone: null });
    expect(await findSigningKey(ctx, made.id)).toBeNull();
    expect((await listFiles(ctx, actingAs(carol), {})).pagination.total).toBe(2);
  });

  test("still signs the document of that link by its number", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [bo],
    } = await releasedScenario(ctx, [{ name: "Bo", isProved: false }]);
    const byToken = { ...bo.actor, proof: "token", signedInAt: null } as const;
    await expect(sign(ctx, byToken, { target: { link: bo.link }, code: "123456" })).rejects.toMatchObject({
      code: "email_unproved",
    });
    await requestCode(ctx, bo.actor, { link: bo.link });
    const proved = actingAs(await getAccount(ctx, bo.actor.account.id));
    expect(proved.account).toMatchObject({ emailProof: "invitation", emailProofRequestId: bo.signRequestId });
    await sign(ctx, proved, { target: { fileId }, code: await newestCode(ctx) });
    const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "accountMail"));
    expect(jobs.map(({ payload }) => payload)).toEqual([
      { template: "proved_by_link", accountId: proved.account.id, signRequestId: bo.signRequestId },
    ]);
  });
});
