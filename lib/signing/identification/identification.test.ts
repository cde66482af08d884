import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { guestSessions } from "@/db/schema/guests";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { insertAccountLink, makeLinkToken } from "@/lib/accounts/account-link";
import { resetPassword } from "@/lib/accounts/passwords";
import { endOtherSessions } from "@/lib/accounts/sessions";
import type { Ctx } from "@/lib/context/context";
import { downloadFile } from "@/lib/documents/content";
import { listPages } from "@/lib/documents/pages";
import { updateRequest } from "@/lib/requests/update";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { eventTypes, newestCode, readEvents, strokeBase64, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { confirmIdentification, identify } from "./confirm";
import { sweepGuestSessions } from "./guest";
import { storeGuestImages } from "./guest-images";
import {
  anybody,
  asGuest,
  guestOf,
  guestScenario,
  identified,
  type GuestScenario,
  type InvitedSigner,
} from "./testing/guest-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

const sms = { send: () => Promise.resolve({ providerId: "1" }) };
const first = ({ signers: [one] }: Pick<GuestScenario, "signers">): InvitedSigner => one;

async function age(ctx: Ctx, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await ctx.db.execute(sql`update challenges set created_at = created_at - ${by}, expires_at = expires_at - ${by}`);
  await ctx.db.execute(sql`update wrong_codes set at = at - ${by}`);
}

describe("a signer without an account", () => {
  test("stops being a guest once the account of their address changes its password or ends its sessions", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const bo = first(await guestScenario(ctx, "email"));
    const stranger = await makeAccount(ctx, { email: bo.email, emailProvedAt: null, emailProof: null });
    const guest = await identified(ctx, bo);
    await endOtherSessions(ctx, actingAs(stranger));
    expect(await guestOf(ctx, guest)).not.toBeNull();
    const token = makeLinkToken();
    await insertAccountLink(ctx, stranger.id, "reset", token);
    await resetPassword(ctx, { token, password: "four small green boats" });
    expect(await guestOf(ctx, guest)).toBeNull();
  });

  test("signs with two codes, one to identify and one to sign, as the trail and the certificate record", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const scenario = await guestScenario(ctx, "email", [{ fields: ["signature"] }]);
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    const [image] = await storeGuestImages(ctx, guest, {
      u: bo.link,
      elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
    });
    await requestCode(ctx, guest, { link: bo.link });
    const fields = [{ documentElementId: bo.fieldIds[0] ?? 0, profileElementId: image?.id ?? 0 }];
    const signed = await sign(ctx, guest, { target: { link: bo.link }, code: await newestCode(ctx), elements: fields });
    expect(signed.signature.subject).toContain("mailbox access");
    expect(await ctx.db.select().from(accounts).where(eq(accounts.email, bo.email))).toEqual([]);
    const events = await readEvents(ctx, scenario.fileId);
    const named = { kind: "guest", signRequestId: bo.signRequestId, method: "email", challengeId: guest.challengeId };
    expect(events.find(({ type }) => type === "signed")?.actor).toMatchObject(named);
    expect(events.find(({ type }) => type === "identify.code.accepted")?.auth).toEqual({
      method: "email",
      challengeId: guest.challengeId,
    });
  });

  test("gets the code's masked recipient and its expiry @exhaustive", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    const sent = await identify(ctx, anybody, { u: bo.link });
    expect(sent).toMatchObject({ channel: "email", sentTo: "g…@test.example" });
    expect(sent.resendAt.getTime()).toBeLessThan(sent.expiresAt.getTime());
  });

  test("may identify by a text message to the request's number, which does not prove the mailbox @exhaustive", async () => {
    const ctx = context(db(), { gateways: { sms, telegram: null, signal: null } });
    const bo = first(await guestScenario(ctx, "sms", [{ phone: "+491701234578" }]));
    expect(await identify(ctx, anybody, { u: bo.link })).toMatchObject({
      channel: "sms",
      sentTo: expect.stringMatching(/^\+49.*78$/),
    });
    const { token } = await confirmIdentification(ctx, anybody, { u: bo.link, code: await newestCode(ctx) });
    expect(await guestOf(ctx, token)).toMatchObject({ method: "sms", email: bo.email });
  });

  test.each(
    oneOfEachClass(
      [
        ["no gateway for text messages", null, "+491701234578", "gateway_unavailable"],
        ["no number anywhere", sms, null, "phone_missing"],
      ],
      () => "",
    ),
  )("learns why no code can be sent: %s", async (_case, gateway, phone, code) => {
    const configured = { gateways: { sms, telegram: null, signal: null } };
    const bo = first(await guestScenario(context(db(), configured), "sms", [phone === null ? {} : { phone }]));
    const ctx = context(db(), { gateways: { sms: gateway, telegram: null, signal: null } });
    await expect(identify(ctx, anybody, { u: bo.link })).rejects.toMatchObject({ code });
  });

  test.each(
    oneOfEachClass(
      [
        ["asks for an account", "account", "email"],
        ["is signed with a signing password", "email", "password"],
      ] as const,
      () => "",
    ),
  )("needs an account where the request %s", async (_case, method, signMethod) => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, method, [{ signMethod }]));
    await expect(identify(ctx, anybody, { u: bo.link })).rejects.toMatchObject({ code: "sign_method_mismatch" });
    await expect(confirmIdentification(ctx, anybody, { u: bo.link, code: "123456" })).rejects.toMatchObject({
      code: "sign_method_mismatch",
    });
  });

  test("can log in instead, and then has both ways to the request @exhaustive", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    const account = actingAs(await makeAccount(ctx, { email: bo.email, role: "signer" }));
    await requestCode(ctx, account, { link: bo.link });
    const { file } = await sign(ctx, account, { target: { link: bo.link }, code: await newestCode(ctx) });
    expect(file.status).not.toBe("able_to_sign");
  });

  test("is refused with another account's log-in @exhaustive", async () => {
    const ctx = context(db());
    const {
      signers: [bo],
      requester,
    } = await guestScenario(ctx, "email");
    await expect(identify(ctx, requester, { u: bo?.link ?? "" })).rejects.toMatchObject({ code: "not_the_signer" });
  });
});

describe("a code", () => {
  test("to identify does not sign, and a code to sign does not identify", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    const guest = await asGuest(ctx, bo);
    await requestCode(ctx, guest, { link: bo.link });
    const toSign = await newestCode(ctx);
    await age(ctx, 61);
    await identify(ctx, anybody, { u: bo.link });
    const toEnter = await newestCode(ctx);
    await expect(confirmIdentification(ctx, anybody, { u: bo.link, code: toSign })).rejects.toMatchObject({
      code: "code_wrong",
    });
    await expect(sign(ctx, guest, { target: { link: bo.link }, code: toEnter })).rejects.toMatchObject({
      code: "code_wrong",
      attemptsLeft: 4,
    });
    await confirmIdentification(ctx, anybody, { u: bo.link, code: toEnter });
    await sign(ctx, guest, { target: { link: bo.link }, code: toSign });
  });

  test("of one signer is rejected for another signer of the same document @exhaustive", async () => {
    const ctx = context(db());
    const {
      signers: [bo, cy],
    } = await guestScenario(ctx, "email", [{}, {}]);
    await identify(ctx, anybody, { u: cy?.link ?? "" });
    await identify(ctx, anybody, { u: bo?.link ?? "" });
    const code = await newestCode(ctx);
    await expect(confirmIdentification(ctx, anybody, { u: cy?.link ?? "", code })).rejects.toMatchObject({
      code: "code_wrong",
    });
  });

  test("works once", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    await identify(ctx, anybody, { u: bo.link });
    const code = await newestCode(ctx);
    await confirmIdentification(ctx, anybody, { u: bo.link, code });
    await expect(confirmIdentification(ctx, anybody, { u: bo.link, code })).rejects.toMatchObject({
      code: "code_expired",
    });
  });

  test("is void after five wrong tries, which do not affect signing @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email");
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    await age(ctx, 61);
    await identify(ctx, anybody, { u: bo.link });
    const code = await newestCode(ctx);
    for (let left = 4; left >= 0; left--) {
      await expect(confirmIdentification(ctx, anybody, { u: bo.link, code: wrongCode(code) })).rejects.toMatchObject({
        code: "code_wrong",
        attemptsLeft: left,
      });
    }
    await expect(confirmIdentification(ctx, anybody, { u: bo.link, code })).rejects.toMatchObject({
      code: "code_locked",
    });
    expect((await eventTypes(ctx, scenario.fileId)).filter((type) => type === "identify.code.locked")).toHaveLength(1);
    await requestCode(ctx, guest, { link: bo.link });
    await sign(ctx, guest, { target: { link: bo.link }, code: await newestCode(ctx) });
  });

  test("is sent at most once in sixty seconds, regardless of codes to sign @exhaustive", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    await identify(ctx, anybody, { u: bo.link });
    await expect(identify(ctx, anybody, { u: bo.link })).rejects.toMatchObject({ code: "rate_limited" });
    const { token } = await confirmIdentification(ctx, anybody, { u: bo.link, code: await newestCode(ctx) });
    const guest = await guestOf(ctx, token);
    await expect(requestCode(ctx, guest ?? anybody, { link: bo.link })).resolves.toMatchObject({ channel: "email" });
  });

  test("malformed input does not count as a try @exhaustive", async () => {
    const ctx = context(db());
    const bo = first(await guestScenario(ctx, "email"));
    await identify(ctx, anybody, { u: bo.link });
    await expect(confirmIdentification(ctx, anybody, { u: bo.link, code: "12345" })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(
      confirmIdentification(ctx, anybody, { u: bo.link, code: wrongCode(await newestCode(ctx)) }),
    ).rejects.toMatchObject({ attemptsLeft: 4 });
  });
});

describe("a guest's token", () => {
  test("is stored only as a hash and is valid for twelve hours @exhaustive", async () => {
    const ctx = context(db());
    const token = await identified(ctx, first(await guestScenario(ctx, "email")));
    const [session] = await ctx.db.select().from(guestSessions);
    expect(JSON.stringify(session)).not.toContain(token);
    expect((session?.expiresAt.getTime() ?? 0) - (session?.createdAt.getTime() ?? 0)).toBe(12 * 3600 * 1000);
    await ctx.db.update(guestSessions).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await guestOf(ctx, token)).toBeNull();
    await sweepGuestSessions(ctx, await ctx.now());
    expect(await ctx.db.select().from(guestSessions)).toEqual([]);
  });

  test.each(
    oneOfEachClass<
      [
        string,
        (
          ctx: Ctx,
          at: { fileId: number; signRequestId: number; requester: Parameters<typeof withdrawSigner>[1] },
        ) => Promise<unknown>,
      ]
    >(
      [
        ["the signer is withdrawn", (ctx, { requester, ...at }) => withdrawSigner(ctx, requester, at)],
        [
          "the time of the file is over",
          (ctx, { fileId }) =>
            ctx.db
              .update(files)
              .set({ expiresAt: new Date(Date.now() - 1000) })
              .where(eq(files.id, fileId)),
        ],
        [
          "the request goes to another address",
          (ctx, { signRequestId }) =>
            ctx.db.update(signRequests).set({ email: "else@test.example" }).where(eq(signRequests.id, signRequestId)),
        ],
        [
          "the signer is replaced",
          (ctx, { requester, fileId }) =>
            updateRequest(ctx, requester, { file: { fileId }, users: [{ email: "new@test.example" }] }),
        ],
      ],
      () => "",
    ),
  )("is invalid once %s", async (_case, change) => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email", [{}, {}]);
    const bo = first(scenario);
    const token = await identified(ctx, bo);
    expect(await guestOf(ctx, token)).toMatchObject({ signRequestId: bo.signRequestId });
    await change(ctx, { fileId: scenario.fileId, signRequestId: bo.signRequestId, requester: scenario.requester });
    expect(await guestOf(ctx, token)).toBeNull();
  });

  test("is invalid once the number it was proved with has changed @exhaustive", async () => {
    const ctx = context(db(), { gateways: { sms, telegram: null, signal: null } });
    const bo = first(await guestScenario(ctx, "sms", [{ phone: "+491701234578" }]));
    const token = await identified(ctx, bo);
    await ctx.db.update(signRequests).set({ phone: "+491709999978" }).where(eq(signRequests.id, bo.signRequestId));
    expect(await guestOf(ctx, token)).toBeNull();
  });
});

describe("a guest", () => {
  test("reads only their own document, and any other is answered like a missing one", async () => {
    const ctx = context(db());
    const mine = await guestScenario(ctx, "email");
    const other = await guestScenario(ctx, "email");
    const guest = await asGuest(ctx, first(mine));
    expect((await downloadFile(ctx, guest, { uuid: mine.uuid, version: "current" })).sizeBytes).toBeGreaterThan(0);
    const refusals = await Promise.all(
      [other.uuid, "00000000-0000-4000-8000-000000000000"].map((uuid) =>
        listPages(ctx, guest, { uuid }).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject({ code: "not_found" });
  });

  test("has no access through another signer's link, even for the same document @exhaustive", async () => {
    const ctx = context(db());
    const {
      signers: [bo, cy],
    } = await guestScenario(ctx, "email", [{}, {}]);
    const guest = await asGuest(ctx, bo);
    await expect(requestCode(ctx, guest, { link: cy.link })).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(
      storeGuestImages(ctx, guest, {
        u: cy.link,
        elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
      }),
    ).rejects.toMatchObject({ code: "not_the_signer" });
  });

  test("cannot sign by the file's number, nor with a signing password @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email");
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    await expect(requestCode(ctx, guest, { fileId: scenario.fileId })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await ctx.db.update(signRequests).set({ signMethod: "password" }).where(eq(signRequests.id, bo.signRequestId));
    await expect(
      sign(ctx, guest, { target: { link: bo.link }, password: "a quiet green harbour" }),
    ).rejects.toMatchObject({ code: "sign_method_mismatch" });
  });

  test("uses images stored for this request, and none from other requests @exhaustive", async () => {
    const ctx = context(db());
    const {
      signers: [bo, cy],
    } = await guestScenario(ctx, "email", [{ fields: ["signature"] }, { fields: ["signature"] }]);
    const [guest, another] = [await asGuest(ctx, bo), await asGuest(ctx, cy)];
    const [theirs] = await storeGuestImages(ctx, another, {
      u: cy.link,
      elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
    });
    await requestCode(ctx, guest, { link: bo.link });
    const code = await newestCode(ctx);
    await expect(sign(ctx, guest, { target: { link: bo.link }, code })).rejects.toMatchObject({
      code: "signature_image_missing",
    });
    const fields = [{ documentElementId: bo.fieldIds[0] ?? 0, profileElementId: theirs?.id ?? 0 }];
    await expect(sign(ctx, guest, { target: { link: bo.link }, code, elements: fields })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});
