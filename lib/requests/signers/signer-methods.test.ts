import { describe, expect, test } from "vitest";
import { settings } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { readSettings } from "@/lib/context/settings/read";
import { duplicateRequest } from "@/lib/requests/duplicate";
import type { SignerInput } from "@/lib/requests/state/schema";
import { updateRequest } from "@/lib/requests/update";
import { makeRequest, readRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
const context = useTestContext();
const sms = { send: () => Promise.resolve({ providerId: "1" }) };
const withSms = { gateways: { sms, telegram: null, signal: null } };

const ana = (more: Omit<SignerInput, "email">): { users: SignerInput[] } => ({
  users: [{ email: "ana@x.example", ...more }],
});

describe("how a signer is identified", () => {
  test("defaults to the service's setting: guests on a new instance, accounts if configured", async () => {
    const ctx = context(db());
    expect((await makeRequest(ctx)).signers[0].identifyMethods).toEqual(["account"]);
    await ctx.db.delete(settings);
    expect((await readSettings(ctx)).identifyMethods).toEqual(["email"]);
    expect((await makeRequest(ctx)).signers[0].identifyMethods).toEqual(["email"]);
  });

  test.each(["account", "email", "sms"] as const)("can be chosen per signer: %s", async (identifyMethod) => {
    const ctx = context(db(), withSms);
    const { signers } = await makeRequest(ctx, ana({ identifyMethod }));
    expect(signers[0]).toMatchObject({ signMethod: "email", identifyMethods: [identifyMethod] });
  });

  test("is by account when signing with a signing password", async () => {
    const ctx = context(db());
    await ctx.db.delete(settings);
    expect((await makeRequest(ctx, ana({ signMethod: "password" }))).signers[0]?.identifyMethods).toEqual(["account"]);
    await expect(makeRequest(ctx, ana({ signMethod: "password", identifyMethod: "email" }))).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/users/0/identifyMethod", code: "ambiguous" }],
    });
  });

  test("by text message needs the gateway", async () => {
    await expect(makeRequest(context(db()), ana({ identifyMethod: "sms" }))).rejects.toMatchObject({
      code: "gateway_not_configured",
      violations: [{ pointer: "/users/0/identifyMethod", code: "gateway_not_configured" }],
    });
  });

  test("can be changed while the document is a draft, and is kept by a copy", async () => {
    const ctx = context(db());
    const { actor, file } = await makeRequest(ctx, ana({}));
    await updateRequest(ctx, actor, { uuid: file.uuid, ...ana({ identifyMethod: "email" }) });
    expect((await readRequest(ctx, actor, file.id)).signers[0]?.identifyMethods).toEqual(["email"]);
    const { fileId } = await duplicateRequest(ctx, actor, { uuid: file.uuid });
    expect((await readRequest(ctx, actor, fileId)).signers[0]?.identifyMethods).toEqual(["email"]);
  });
});

describe("signing by the link alone", () => {
  test.each([{ identifyMethod: "link" as const }, { signMethod: "link" as const }])(
    "is off until an administrator allows it, and then sets both methods: %j",
    async (chosen) => {
      const ctx = context(db());
      await expect(makeRequest(ctx, ana(chosen))).rejects.toMatchObject({ code: "method_not_allowed_here" });
      await ctx.db.insert(settings).values({ name: "allowed_sign_methods", value: ["email", "link"] });
      expect((await makeRequest(ctx, ana(chosen))).signers[0]).toMatchObject({
        signMethod: "link",
        identifyMethods: ["link"],
      });
    },
  );

  test.each([
    { identifyMethod: "link" as const, signMethod: "email" as const },
    { identifyMethod: "account" as const, signMethod: "link" as const },
  ])("cannot be combined with another method: %j", async (chosen) => {
    const ctx = context(db());
    await ctx.db.insert(settings).values({ name: "allowed_sign_methods", value: ["email", "link"] });
    await expect(makeRequest(ctx, ana(chosen))).rejects.toMatchObject({
      violations: [{ pointer: "/users/0/identifyMethod", code: "ambiguous" }],
    });
  });

  test("is refused when sending a draft once it is no longer allowed, but stays in sent documents", async () => {
    const ctx = context(db());
    await ctx.db.insert(settings).values({ name: "allowed_sign_methods", value: ["email", "link"] });
    const sent = await makeRequest(ctx, { ...ana({ identifyMethod: "link" }), status: 1 });
    const { actor, file } = await makeRequest(ctx, ana({ identifyMethod: "link" }));
    await ctx.db.delete(settings);
    await expect(updateRequest(ctx, actor, { uuid: file.uuid, status: 1 })).rejects.toMatchObject({
      code: "method_not_allowed_here",
    });
    expect((await readRequest(ctx, actor, file.id)).file.status).toBe("draft");
    expect((await readRequest(ctx, sent.actor, sent.file.id)).signers[0]?.signMethod).toBe("link");
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      status: 1,
      ...ana({ identifyMethod: "email", signMethod: "email" }),
    });
  });

  test("is left out of a copy once it is no longer allowed", async () => {
    const ctx = context(db());
    await ctx.db.insert(settings).values({ name: "allowed_sign_methods", value: ["email", "link"] });
    const { actor, file } = await makeRequest(ctx, ana({ identifyMethod: "link" }));
    await ctx.db.delete(settings);
    const { fileId } = await duplicateRequest(ctx, actor, { uuid: file.uuid });
    expect((await readRequest(ctx, actor, fileId)).signers[0]).toMatchObject({
      signMethod: "email",
      identifyMethods: ["email"],
    });
  });
});
