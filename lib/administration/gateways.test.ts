import { beforeEach, describe, expect, test } from "vitest";
import { telegramLinks } from "@/db/schema/messages";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { MessagingError, type MailMessage, type TextMessage } from "@/lib/channels/messenger";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { requestCode } from "@/lib/signing/proof/request-code";
import { releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { listGateways, sendGatewayTest } from "./gateways";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
let admin: AccountActor;
let sent: (MailMessage | TextMessage)[];
let refusal: MessagingError | null;
beforeEach(async () => {
  sent = [];
  refusal = null;
  const send = (message: MailMessage | TextMessage) => {
    if (refusal) return Promise.reject(refusal);
    sent.push(message);
    return Promise.resolve({ providerId: "1" });
  };
  const telegram = { send, botName: () => Promise.resolve("Bot"), readUpdates: () => Promise.resolve([]) };
  ctx = makeContext(db(), {
    messenger: { send },
    gateways: { sms: { send }, telegram, signal: null },
    usesMessageInbox: false,
  });
  admin = actingAs(await makeAccount(ctx, { role: "admin", email: "ana@x.example", phone: "+4915112345678" }));
});

const stateOf = async (channel: string) =>
  (await listGateways(ctx, admin)).find((gateway) => gateway.channel === channel);

describe("a test message", () => {
  test.each([
    ["email", undefined, "ana@x.example", "a…@x.example"],
    ["email", "Bo@X.example", "bo@x.example", "b…@x.example"],
    ["sms", undefined, "+4915112345678", "+49…78"],
    ["sms", "+351 912 345 678", "+351912345678", "+351…78"],
    ["telegram", "4711", "4711", "Telegram"],
  ] as const)(
    "by %s to %s is sent at once, with the recipient masked in the response",
    async (channel, to, received, masked) => {
      expect(await sendGatewayTest(ctx, admin, { channel, to })).toMatchObject({
        delivered: true,
        sentTo: masked,
        reason: null,
      });
      expect(sent.map((message) => message.to)).toEqual([received]);
      expect(await stateOf(channel)).toMatchObject({
        state: "configured",
        lastTest: { delivered: true, sentTo: masked },
      });
      expect(JSON.stringify((await ctx.db.execute("select data from admin_activity")).rows)).not.toContain(
        received === "4711" ? '"4711"' : received,
      );
    },
  );

  test("goes to the administrator's own linked chat by default", async () => {
    await expect(sendGatewayTest(ctx, admin, { channel: "telegram" })).rejects.toMatchObject({ code: "chat_missing" });
    await ctx.db.insert(telegramLinks).values({ accountId: admin.account.id, chatId: "99" });
    await sendGatewayTest(ctx, admin, { channel: "telegram" });
    expect(sent[0]?.to).toBe("99");
  });

  test("refused by the gateway is reported with the reason, without numbers and addresses", async () => {
    refusal = new MessagingError(
      "the text message gateway refused the message: 422: no such number +49 151 1234567 for bo@x.example",
      false,
    );
    expect(await sendGatewayTest(ctx, admin, { channel: "sms" })).toMatchObject({
      delivered: false,
      reason: "the text message gateway refused the message: 422: no such number … for …",
    });
    expect((await stateOf("sms"))?.lastTest).toMatchObject({ delivered: false });
  });

  test.each([
    ["email", "nobody"],
    ["sms", "12"],
    ["telegram", "@ana"],
  ] as const)("by %s to %j is refused before anything is sent", async (channel, to) => {
    await expect(sendGatewayTest(ctx, admin, { channel, to })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/to" }],
    });
    expect(sent).toEqual([]);
  });

  test("is rejected for a gateway that is not configured, or if the administrator has no number", async () => {
    await expect(sendGatewayTest(ctx, admin, { channel: "signal" })).rejects.toMatchObject({
      code: "gateway_not_configured",
    });
    const another = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(sendGatewayTest(ctx, another, { channel: "sms" })).rejects.toMatchObject({ code: "phone_missing" });
  });

  test("is limited per hour and administrator, without affecting others", async () => {
    const few = { ...ctx, limits: { ...ctx.limits, gatewayTestsPerHour: 2 } };
    for (let time = 0; time < 2; time++) await sendGatewayTest(few, admin, { channel: "email" });
    await expect(sendGatewayTest(few, admin, { channel: "email" })).rejects.toMatchObject({ code: "rate_limited" });
    expect(sent).toHaveLength(2);
    await sendGatewayTest(few, actingAs(await makeAccount(ctx, { role: "admin" })), { channel: "email" });
  });

  test("by a token goes to the administrator's own address only", async () => {
    const byToken: AccountActor = { ...admin, proof: "token", signedInAt: null };
    await expect(sendGatewayTest(ctx, byToken, { channel: "email", to: "bo@x.example" })).rejects.toMatchObject({
      code: "reauth_required",
    });
    await sendGatewayTest(ctx, byToken, { channel: "email" });
    expect(sent.map((message) => message.to)).toEqual(["ana@x.example"]);
  });

  test("is for administrators only, and so is the list", async () => {
    const other = actingAs(await makeAccount(ctx));
    await expect(sendGatewayTest(ctx, other, { channel: "email" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(listGateways(ctx, other)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("the list of gateways", () => {
  test("reports each gateway's configuration, and that mails are stored without a provider", async () => {
    const states = async (changes: Partial<Ctx>) =>
      (await listGateways({ ...ctx, ...changes }, admin)).map(({ state }) => state);
    expect(await states({})).toEqual(["configured", "configured", "configured", "off"]);
    expect(await states({ usesMessageInbox: true, gateways: { sms: null, telegram: null, signal: null } })).toEqual([
      "kept",
      "off",
      "off",
      "off",
    ]);
  });

  test("counts messages waiting for another try under their channel", async () => {
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    await ctx.db.update(challenges).set({ channel: "sms" });
    await ctx.db.update(outboxJobs).set({ attempts: 1 });
    const jobs = await ctx.db.select().from(outboxJobs);
    const mails = jobs.filter(({ kind, doneAt }) => doneAt === null && kind === "notification").length;
    expect([(await stateOf("sms"))?.waiting, (await stateOf("email"))?.waiting]).toEqual([1, mails]);
  });
});
