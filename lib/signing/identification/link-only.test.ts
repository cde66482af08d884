import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { challenges, settings } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { addressProofText, signingProofText } from "@/lib/evidence/signer-card";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { eventTypes, readEvents, readFile, storeStroke, strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "@/lib/views/link-page";
import { confirmIdentification, identify } from "./confirm";
import { storeGuestImages } from "./guest-images";
import { anybody, guestOf, guestScenario, type GuestScenario, type InvitedSigner } from "./testing/guest-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

async function linkOnly(ctx: Ctx): Promise<GuestScenario & { bo: InvitedSigner }> {
  await ctx.db.insert(settings).values({ name: "allowed_sign_methods", value: ["email", "link"] });
  const scenario = await guestScenario(ctx, "email", [{ signMethod: "link", fields: ["signature"] }]);
  const [bo] = scenario.signers;
  return { ...scenario, bo };
}

async function entered(ctx: Ctx, { link }: InvitedSigner) {
  const { token } = await confirmIdentification(ctx, anybody, { u: link });
  return present(await guestOf(ctx, token));
}

describe("a request signed by link alone", () => {
  test("is signed without a code, and certificate, trail and evidence state that only the link was needed", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { bo, fileId } = await linkOnly(ctx);
    const guest = await entered(ctx, bo);
    await storeGuestImages(ctx, guest, {
      u: bo.link,
      elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
    });
    const { signature } = await sign(ctx, guest, { target: { link: bo.link } });
    expect(signature.subject).toContain("mailed link only\\, no code\\, clicked ");
    expect(signature.subject).not.toContain("mailbox access");
    expect(await ctx.db.select().from(challenges)).toEqual([]);
    const events = await readEvents(ctx, fileId);
    expect(events.find(({ type }) => type === "link.entered")?.auth).toEqual({ method: "link" });
    expect(events.find(({ type }) => type === "sign.clicked")?.auth).toMatchObject({ method: "link", by: "link" });
    expect(events.find(({ type }) => type === "signed")?.actor).toMatchObject({ kind: "guest", method: "link" });
    await finishFile(ctx, fileId);
    const inEvidence = (await gatherFacts(ctx, await readFile(ctx, fileId))).signers[0]?.signature;
    expect(inEvidence?.proof).toMatchObject({ kind: "link", by: "link" });
    expect(inEvidence && signingProofText(inEvidence.proof, bo.email)).toMatch(
      /^Only access to the link in the mailbox of /,
    );
    expect(inEvidence && addressProofText(inEvidence.addressProof)).toMatch(/without an account or a code/);
  });

  test("is signed by the signer's own account without a code, and states that the account was logged in @exhaustive", async () => {
    const ctx = context(db());
    const { bo, fileId } = await linkOnly(ctx);
    const account = actingAs(await makeAccount(ctx, { email: bo.email, role: "signer" }));
    await storeStroke(ctx, account);
    expect(await showLinkPage(ctx, account, { u: bo.link, isOpened: false })).toMatchObject({
      state: "signing",
      withoutCode: { by: "link", mustEnter: false },
    });
    const { signature } = await sign(ctx, account, { target: { fileId } });
    expect(signature.subject).toContain("account log-in only");
  });

  test("is signed under the name on the page, which stays when the account is renamed @exhaustive", async () => {
    const ctx = context(db());
    const { bo, fileId } = await linkOnly(ctx);
    await ctx.db.update(signRequests).set({ displayName: null }).where(eq(signRequests.id, bo.signRequestId));
    const account = await makeAccount(ctx, { email: bo.email, role: "signer", displayName: "Bo by account" });
    const page = await showLinkPage(ctx, anybody, { u: bo.link, isOpened: false });
    expect(page).toMatchObject({ state: "signing", signer: { name: "Bo by account" } });
    const guest = await entered(ctx, bo);
    const image = { type: "signature" as const, file: { base64: await strokeBase64() } };
    await storeGuestImages(ctx, guest, { u: bo.link, elements: [image] });
    const { signature } = await sign(ctx, guest, { target: { link: bo.link } });
    expect(signature.subject).toContain("CN=Bo by account");
    await ctx.db.update(accounts).set({ displayName: "Somebody else" }).where(eq(accounts.id, account.id));
    await finishFile(ctx, fileId);
    expect((await gatherFacts(ctx, await readFile(ctx, fileId))).signers[0]?.name).toBe("Bo by account");
  });

  test("shows the document to the holder of the link, ready to sign, and starts no session on a GET", async () => {
    const ctx = context(db());
    const { bo, fileId } = await linkOnly(ctx);
    const before = await eventTypes(ctx, fileId);
    expect(await showLinkPage(ctx, anybody, { u: bo.link, isOpened: true })).toMatchObject({
      state: "signing",
      isGuest: true,
      withoutCode: { by: "link", mustEnter: true },
    });
    expect((await eventTypes(ctx, fileId)).slice(before.length)).toEqual(["link.opened"]);
    await expect(sign(ctx, anybody, { target: { link: bo.link } })).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("sends no codes and accepts neither a code nor a password @exhaustive", async () => {
    const ctx = context(db());
    const { bo } = await linkOnly(ctx);
    const guest = await entered(ctx, bo);
    await expect(identify(ctx, anybody, { u: bo.link })).rejects.toMatchObject({ code: "sign_method_mismatch" });
    await expect(requestCode(ctx, guest, { link: bo.link })).rejects.toMatchObject({ code: "sign_method_mismatch" });
    await expect(sign(ctx, guest, { target: { link: bo.link }, code: "123456" })).rejects.toMatchObject({
      code: "sign_method_mismatch",
    });
  });

  test("ends the link's session once the sender requires a code @exhaustive", async () => {
    const ctx = context(db());
    const { bo } = await linkOnly(ctx);
    const { token } = await confirmIdentification(ctx, anybody, { u: bo.link });
    await ctx.db
      .update(signRequests)
      .set({ signMethod: "email", identifyMethods: ["email"] })
      .where(eq(signRequests.id, bo.signRequestId));
    expect(await guestOf(ctx, token)).toBeNull();
  });

  test("needs a code, and starts no session without one, if the sender required one", async () => {
    const ctx = context(db());
    const { signers } = await guestScenario(ctx, "email");
    await expect(confirmIdentification(ctx, anybody, { u: signers[0].link })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/code", code: "required" }],
    });
  });
});
