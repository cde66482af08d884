import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { finishFile } from "@/lib/signing/finish";
import { confirmIdentification, identify } from "@/lib/signing/identification/confirm";
import { storeGuestImages } from "@/lib/signing/identification/guest-images";
import { anybody, asGuest, guestScenario, type WantedGuest } from "@/lib/signing/identification/testing/guest-scenario";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, strokeBase64, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "./link-page";

const db = useRolledBackDatabase();
const context = useTestContext();
const sms = { send: () => Promise.resolve({ providerId: "1" }) };

const look = (ctx: Ctx, actor: Actor, u: string) => showLinkPage(ctx, actor, { u, isOpened: true });

async function linkOf(ctx: Ctx, method: "account" | "email" | "sms", wanted: WantedGuest = {}): Promise<string> {
  const {
    signers: [bo],
  } = await guestScenario(ctx, method, [wanted]);
  return bo?.link ?? "";
}

describe("the page of a link whose signer needs no account", () => {
  test("offers a code to the masked address, and logging in as an alternative", async () => {
    const ctx = context(db());
    expect(await look(ctx, anybody, await linkOf(ctx, "email"))).toMatchObject({
      state: "ready",
      accountExists: false,
      identification: { method: "email", sentTo: "g…@test.example", refusal: null },
    });
  });

  test.each([
    ["there is no gateway", null, "+491701234578", "gateway_unavailable"],
    ["there is no number", sms, undefined, "phone_missing"],
  ] as const)("explains why no text message can be sent: %s", async (_case, gateway, phone, refusal) => {
    const configured = context(db(), { gateways: { sms, telegram: null, signal: null } });
    const u = await linkOf(configured, "sms", phone ? { phone } : {});
    const ctx = context(db(), { gateways: { sms: gateway, telegram: null, signal: null } });
    expect(await look(ctx, anybody, u)).toMatchObject({
      state: "ready",
      identification: { method: "sms", sentTo: null, refusal },
    });
  });

  test.each([
    ["account", "email"],
    ["email", "password"],
  ] as const)(
    "offers no code when an account is required: identified by %s, signed by %s",
    async (method, signMethod) => {
      const ctx = context(db());
      expect(await look(ctx, anybody, await linkOf(ctx, method, { signMethod }))).toMatchObject({
        state: "ready",
        identification: null,
      });
    },
  );

  test("is locked after five wrong codes until another may be sent", async () => {
    const ctx = context(db());
    const u = await linkOf(ctx, "email");
    await identify(ctx, anybody, { u });
    const code = wrongCode(await newestCode(ctx));
    for (let guess = 0; guess < 5; guess++)
      await confirmIdentification(ctx, anybody, { u, code }).catch(() => undefined);
    expect(await look(ctx, anybody, u)).toMatchObject({
      state: "locked",
      proof: "code",
      retryAfterSeconds: expect.any(Number),
    });
  });

  test("shows the guest the document to sign, with the images stored for it", async () => {
    const ctx = context(db());
    const u = await linkOf(ctx, "email", { fields: ["signature"] });
    const guest = await asGuest(ctx, { link: u });
    expect(await look(ctx, guest, u)).toMatchObject({
      state: "signing",
      isGuest: true,
      images: { signature: null, initial: null },
      hasSigningPassword: false,
    });
    const [image] = await storeGuestImages(ctx, guest, {
      u,
      elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
    });
    expect(await look(ctx, guest, u)).toMatchObject({
      state: "signing",
      images: { signature: { id: image?.id }, initial: null },
    });
  });
});

test("the page of a completed document offers a guest the evidence, others a code, and asks an account of another link to confirm", async () => {
  const ctx = context(db());
  const {
    fileId,
    signers: [bo],
  } = await guestScenario(ctx, "email");
  const u = bo?.link ?? "";
  const guest = await asGuest(ctx, { link: u });
  await requestCode(ctx, guest, { link: u });
  await sign(ctx, guest, { target: { link: u }, code: await newestCode(ctx) });
  await finishFile(ctx, fileId);
  expect(await look(ctx, anybody, u)).toMatchObject({
    state: "completed",
    mayFetchEvidence: false,
    identification: { method: "email", sentTo: "g…@test.example", refusal: null },
  });
  expect(await look(ctx, guest, u)).toMatchObject({ state: "completed", mayFetchEvidence: true, identification: null });
  const proved = {
    email: guest.email,
    emailProof: "invitation",
    emailProofRequestId: guest.signRequestId + 1,
  } as const;
  const elsewhere = actingAs(await makeAccount(ctx, proved));
  expect(await look(ctx, elsewhere, u)).toMatchObject({ mayFetchEvidence: false, mustConfirm: true });
});
