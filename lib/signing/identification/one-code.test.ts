import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { challenges } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { signingProofText } from "@/lib/evidence/signer-card";
import { updateRequest } from "@/lib/requests/update";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readEvents, readFile, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "@/lib/views/link-page";
import { askToOpen, openByCode, sendOpeningCode } from "./open-by-code";
import {
  anybody,
  asGuest,
  guestOf,
  guestScenario,
  type GuestScenario,
  type InvitedSigner,
} from "./testing/guest-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

const sms = { send: () => Promise.resolve({ providerId: "1" }) };
const first = ({ signers: [one] }: Pick<GuestScenario, "signers">): InvitedSigner => one;

/** Moves the entry of the codes this far into the past. */
async function age(ctx: Ctx, seconds: number): Promise<void> {
  await ctx.db.execute(sql`update challenges set consumed_at = consumed_at - make_interval(secs => ${seconds})`);
}

const needsCode = { code: "validation_failed", violations: [{ pointer: "/code", code: "required" }] };

describe("the code that opened a document", () => {
  test("also signs it, and certificate, trail and evidence state that no second code was entered", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const scenario = await guestScenario(ctx, "email");
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    const { signature } = await sign(ctx, guest, { target: { link: bo.link } });
    expect(signature.subject).toContain("mailbox access\\, code entered at opening ");
    const events = await readEvents(ctx, scenario.fileId);
    expect(events.filter(({ type }) => type === "code.sent")).toEqual([]);
    const accepted = events.find(({ type }) => type === "code.accepted");
    expect(accepted?.auth).toMatchObject({ method: "email", challengeId: guest.challengeId, entered: "to_open" });
    await finishFile(ctx, scenario.fileId);
    const facts = await gatherFacts(ctx, await readFile(ctx, scenario.fileId));
    const proof = facts.signers[0]?.signature?.proof;
    expect(proof).toMatchObject({ kind: "code", channel: "email", isOpeningCode: true });
    expect(proof && signingProofText(proof, bo.email)).toMatch(/to open the document, and no second code was required/);
  });

  test("by text message signs if the code to sign would be a text message to the same number @exhaustive", async () => {
    const ctx = context(db(), { gateways: { sms, telegram: null, signal: null } });
    await ctx.db.execute(sql`insert into settings values ('allowed_sign_methods', '["email","sms"]')`);
    const bo = first(await guestScenario(ctx, "sms", [{ phone: "+491701234578", signMethod: "sms" }]));
    const { signature } = await sign(ctx, await asGuest(ctx, bo), { target: { link: bo.link } });
    expect(signature.subject).toMatch(/text message to \\?\+49.*opening/);
  });

  test("signs for 15 minutes, after which a code to sign is needed", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    const guest = await asGuest(ctx, bo);
    await age(ctx, 15 * 60 + 1);
    await expect(sign(ctx, guest, { target: { link: bo.link } })).rejects.toMatchObject(needsCode);
    await requestCode(ctx, guest, { link: bo.link });
    const { signature } = await sign(ctx, guest, { target: { link: bo.link }, code: await newestCode(ctx) });
    expect(signature.subject).not.toContain("opening");
  });

  test("does not sign a document that has been prepared again since", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email", [{}, {}]);
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    await updateRequest(ctx, scenario.requester, { uuid: scenario.uuid, users: [{ email: bo.email }] });
    await expect(sign(ctx, guest, { target: { link: bo.link } })).rejects.toMatchObject(needsCode);
  });

  test("stays valid when another signer signs first @exhaustive", async () => {
    const ctx = context(db());
    const { signers } = await guestScenario(ctx, "email", [{}, {}]);
    const [bo, cy] = signers;
    const [first, second] = [await asGuest(ctx, bo), await asGuest(ctx, cy)];
    await sign(ctx, first, { target: { link: bo.link } });
    await expect(sign(ctx, second, { target: { link: cy.link } })).resolves.toBeDefined();
  });

  test("does not sign if the code to sign uses another channel @exhaustive", async () => {
    const ctx = context(db(), { gateways: { sms, telegram: null, signal: null } });
    const bo = first(await guestScenario(ctx, "sms", [{ phone: "+491701234578" }]));
    await expect(sign(ctx, await asGuest(ctx, bo), { target: { link: bo.link } })).rejects.toMatchObject(needsCode);
  });

  test("does not sign in another browser or for another signer", async () => {
    const ctx = context(db());
    const { signers } = await guestScenario(ctx, "email", [{}, {}]);
    const [bo, cy] = signers;
    const guest = await asGuest(ctx, bo);
    await expect(sign(ctx, anybody, { target: { link: bo.link } })).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(sign(ctx, guest, { target: { link: cy.link } })).rejects.toMatchObject({ code: "not_the_signer" });
    expect(await showLinkPage(ctx, anybody, { u: bo.link, isOpened: false })).toMatchObject({ state: "ready" });
  });

  test("does not sign while wrong codes lock the signer @exhaustive", async () => {
    const ctx = context(db());
    ctx.limits.codeWrongTriesPerDay = 2;
    const bo = first(await guestScenario(ctx, "email"));
    const guest = await asGuest(ctx, bo);
    await requestCode(ctx, guest, { link: bo.link });
    const code = wrongCode(await newestCode(ctx));
    for (let guess = 0; guess < 2; guess++)
      await expect(sign(ctx, guest, { target: { link: bo.link }, code })).rejects.toMatchObject({ code: "code_wrong" });
    await expect(sign(ctx, guest, { target: { link: bo.link } })).rejects.toMatchObject({ code: "code_locked" });
  });

  test("signs once, even when sent twice", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email", [{}, {}]));
    const guest = await asGuest(ctx, bo);
    await sign(ctx, guest, { target: { link: bo.link } });
    await expect(sign(ctx, guest, { target: { link: bo.link } })).rejects.toMatchObject({ code: "already_signed" });
  });

  test("does not sign if it came from a shareable link, whose tries are counted separately @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email");
    const bo = first(scenario);
    const place = { uuid: scenario.uuid, signRequestId: bo.signRequestId };
    await askToOpen(ctx, place);
    await sendOpeningCode(ctx, { secret: JSON.stringify({ ...place, request: null }) });
    const { guest } = await openByCode(ctx, anybody, { ...place, code: await newestCode(ctx) });
    const opened = await guestOf(ctx, guest?.token ?? "");
    await expect(sign(ctx, opened ?? anybody, { target: { link: bo.link } })).rejects.toMatchObject(needsCode);
  });

  test("is announced on the page before it is requested, and for as long as it signs @exhaustive", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    expect(await showLinkPage(ctx, anybody, { u: bo.link, isOpened: false })).toMatchObject({
      state: "ready",
      identification: { alsoSigns: true },
    });
    const guest = await asGuest(ctx, bo);
    const [{ consumedAt } = { consumedAt: null }] = await ctx.db
      .select()
      .from(challenges)
      .where(eq(challenges.signRequestId, bo.signRequestId));
    expect(await showLinkPage(ctx, guest, { u: bo.link, isOpened: false })).toMatchObject({
      withoutCode: {
        by: "opening_code",
        until: new Date((consumedAt?.getTime() ?? 0) + 15 * 60_000).toISOString(),
      },
    });
    await age(ctx, 15 * 60 + 1);
    expect(await showLinkPage(ctx, guest, { u: bo.link, isOpened: false })).toMatchObject({ withoutCode: null });
  });
});
