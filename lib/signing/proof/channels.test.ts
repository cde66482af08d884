import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { telegramLinks } from "@/db/schema/messages";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { MessagingError } from "@/lib/channels/messenger";
import { recordedGateway, type RecordedGateway } from "@/lib/channels/testing/recorded-gateway";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { deliverCode } from "@/lib/delivery/notifications/deliver-code";
import { FinalFailure } from "@/lib/records/outbox/worker";
import { sign } from "@/lib/signing/sign";
import {
  eventTypes,
  newestCode,
  readEvents,
  releasedScenario,
  type ScenarioSigner,
} from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { requestCode } from "./request-code";

const db = useRolledBackDatabase();
const context = useTestContext();
const [phone, other] = ["+491511234567", "+34600111222"];
const nobody = { send: () => Promise.reject(new Error("no mail is to be sent")) };

interface Start {
  ctx: Ctx;
  ana: AccountActor;
  fileId: number;
  signRequestId: number;
  link: string;
  gateway: RecordedGateway;
  ask: () => ReturnType<typeof requestCode>;
  deliver: () => Promise<void>;
}

async function start(channel: "sms" | "telegram" | "signal", signer: Partial<ScenarioSigner> = {}): Promise<Start> {
  const gateway = recordedGateway();
  const ctx = context(db(), { gateways: { sms: null, telegram: null, signal: null, [channel]: gateway } });
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana", method: channel, ...signer }]);
  return {
    ctx,
    fileId,
    gateway,
    ana: ana.actor,
    signRequestId: ana.signRequestId,
    link: ana.link,
    ask: () => requestCode(ctx, ana.actor, { fileId }),
    deliver: async () => {
      const [challenge] = await ctx.db.select().from(challenges);
      await deliverCode(
        ctx,
        nobody,
        { challengeId: challenge?.id ?? 0 },
        { id: 1, key: "job-1", attempt: 1, secret: await newestCode(ctx) },
      );
    },
  };
}

async function nothingHappened({ ctx, fileId }: Start): Promise<void> {
  expect(await ctx.db.select().from(challenges)).toEqual([]);
  expect(await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "code"))).toEqual([]);
  expect(await eventTypes(ctx, fileId)).not.toContain("code.sent");
}

describe.each([
  ["sms", "sms"],
  ["signal @exhaustive", "signal"],
] as const)("codes by %s", (_name, channel) => {
  test("go to the number of the request, masked wherever it is shown; the message contains the six digits and no other six digits", async () => {
    const { ctx, ana, ask, deliver, gateway, fileId } = await start(channel, { phone });
    await ctx.db.update(accounts).set({ phone: other }).where(eq(accounts.id, ana.account.id));
    expect(await ask()).toMatchObject({ channel, sentTo: "+49…67" });
    await deliver();
    const [message] = gateway.sent;
    expect(message?.to).toBe(phone);
    expect(message?.text.match(/\d{6,}/g)).toEqual([await newestCode(ctx)]);
    expect(message?.text).toContain("Lease");
    const events = await readEvents(ctx, fileId);
    expect(events.find(({ type }) => type === "code.sent")?.data).toMatchObject({ channel });
    expect(events.find(({ type }) => type === "message.sent")?.data).toMatchObject({
      channel,
      template: "code",
      providerId: "m-1",
    });
    expect(JSON.stringify(events)).not.toContain(phone);
  });

  test("go to the account's number when the request gives none", async () => {
    const { ctx, ana, ask, deliver, gateway } = await start(channel);
    await ctx.db.update(accounts).set({ phone: other }).where(eq(accounts.id, ana.account.id));
    expect((await ask()).sentTo).toBe("+34…22");
    await deliver();
    expect(gateway.sent[0]?.to).toBe(other);
  });

  test("do not go to the number of an account of another link, which is asked to confirm its address", async () => {
    const started = await start(channel);
    const { ctx, link, signRequestId } = started;
    const proof = { emailProof: "invitation", emailProofRequestId: signRequestId + 1, phone: other } as const;
    const account = { ...started.ana.account, ...proof };
    await ctx.db.update(accounts).set(proof).where(eq(accounts.id, account.id));
    const asked = requestCode(ctx, { ...started.ana, account }, { link });
    await expect(asked).rejects.toMatchObject({ code: "email_unproved" });
    await nothingHappened(started);
  });

  test("without any number are answered with 422 phone_missing, and nothing is stored or counted", async () => {
    const started = await start(channel);
    await expect(started.ask()).rejects.toMatchObject({ code: "phone_missing" });
    await nothingHappened(started);
  });

  test("without a configured gateway are answered with 503 whatever numbers exist, and nothing is stored or counted", async () => {
    const started = await start(channel, { phone });
    const without = context(db(), { secrets: started.ctx.secrets });
    await expect(requestCode(without, started.ana, { fileId: started.fileId })).rejects.toMatchObject({
      code: "gateway_unavailable",
      retryAfterSeconds: expect.any(Number),
    });
    await nothingHappened(started);
  });

  test("that cannot be delivered are recorded and shown in the signer's progress, and an unavailable gateway is retried", async () => {
    const { ctx, gateway, ask, deliver, fileId } = await start(channel, { phone });
    await ask();
    gateway.failure = new MessagingError("away", true);
    await expect(deliver()).rejects.toBe(gateway.failure);
    expect(await eventTypes(ctx, fileId)).not.toContain("message.failed");
    gateway.failure = new MessagingError("no such number", false);
    await expect(deliver()).rejects.toThrow(FinalFailure);
    expect(await eventTypes(ctx, fileId)).toContain("message.failed");
  });

  test("are recorded as failed when the gateway stays unavailable until they expire", async () => {
    const { ctx, gateway, ask, deliver, fileId } = await start(channel, { phone });
    await ask();
    await ctx.db.update(challenges).set({ expiresAt: new Date(Date.now() - 1000) });
    await deliver();
    expect(gateway.sent).toEqual([]);
    expect(await eventTypes(ctx, fileId)).toContain("message.failed");
  });

  test("are not sent when the number changes after the request", async () => {
    const { ctx, gateway, ask, deliver, fileId, signRequestId } = await start(channel, { phone });
    await ask();
    await ctx.db.update(signRequests).set({ phone: other }).where(eq(signRequests.id, signRequestId));
    await expect(deliver()).rejects.toThrow(FinalFailure);
    expect(gateway.sent).toEqual([]);
    expect(await eventTypes(ctx, fileId)).toContain("message.failed");
  });

  test("do not prove an address: until it is proved, neither code nor signature by file is accepted", async () => {
    const { ctx, ana, ask, fileId } = await start(channel, { phone, isProved: false });
    await expect(ask()).rejects.toMatchObject({ code: "email_unproved" });
    await expect(sign(ctx, ana, { target: { fileId }, code: "123456" })).rejects.toMatchObject({
      code: "email_unproved",
    });
  });
});

describe("codes by Telegram", () => {
  test("go to the linked chat", async () => {
    const { ctx, ana, ask, deliver, gateway } = await start("telegram");
    await ctx.db.insert(telegramLinks).values({ accountId: ana.account.id, chatId: "4711" });
    expect(await ask()).toMatchObject({ channel: "telegram", sentTo: "Telegram" });
    await deliver();
    expect(gateway.sent[0]?.to).toBe("4711");
  });

  test("are not sent when another chat is linked after the request", async () => {
    const { ctx, ana, ask, deliver, gateway, fileId } = await start("telegram");
    await ctx.db.insert(telegramLinks).values({ accountId: ana.account.id, chatId: "4711" });
    await ask();
    await ctx.db.update(telegramLinks).set({ chatId: "666" });
    await expect(deliver()).rejects.toThrow(FinalFailure);
    expect(gateway.sent).toEqual([]);
    expect(await eventTypes(ctx, fileId)).toContain("message.failed");
  });

  test("without a linked chat are answered with 422 chat_missing even with a number, and nothing is stored or counted", async () => {
    const started = await start("telegram", { phone });
    await expect(started.ask()).rejects.toMatchObject({ code: "chat_missing" });
    await nothingHappened(started);
  });
});

describe("the proof in the certificate of a signature by code", () => {
  test.each([
    ["sms", "sms", "text message to +49…67, code entered 20"],
    ["signal @exhaustive", "signal", "Signal message to +49…67, code entered 20"],
    ["telegram @exhaustive", "telegram", "linked Telegram chat, code entered 20"],
  ] as const)("by %s states its channel, and never claims access to a mailbox", async (_name, channel, text) => {
    const { ctx, ana, ask, fileId } = await start(channel, { phone });
    await ctx.db.insert(telegramLinks).values({ accountId: ana.account.id, chatId: "4711" });
    await ask();
    const { signature } = await sign(ctx, ana, { target: { fileId }, code: await newestCode(ctx) });
    expect(signature.subject.replaceAll("\\", "")).toContain(text);
    expect(signature.subject).not.toContain("mailbox");
  });
});
