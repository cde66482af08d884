import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { challenges, outboxJobs, wrongCodes } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { recordedGateway } from "@/lib/channels/testing/recorded-gateway";
import { withRequest, type AccountActor, type Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { maskAddress } from "@/lib/platform/plain-text";
import { changeReleasedSigners } from "@/lib/requests/change-signers";
import { sign } from "@/lib/signing/sign";
import {
  eventTypes,
  newestCode,
  releasedScenario,
  wrongCode,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { requestCode } from "./request-code";

const db = useRolledBackDatabase();
const context = useTestContext();

interface Start extends Scenario {
  ctx: Ctx;
  ana: AccountActor;
  signRequestId: number;
  send: () => ReturnType<typeof requestCode>;
  enter: (code: string) => ReturnType<typeof sign>;
}

async function start(changes: Parameters<typeof context>[1] = {}): Promise<Start> {
  const ctx = context(db(), changes);
  const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
  const [ana] = scenario.signers;
  const target = { fileId: scenario.fileId };
  return {
    ...scenario,
    ctx,
    ana: ana.actor,
    signRequestId: ana.signRequestId,
    send: () => requestCode(ctx, ana.actor, target),
    enter: (code) => sign(ctx, ana.actor, { target, code }),
  };
}

/** Moves every code and wrong attempt this many seconds into the past. */
async function age(ctx: Ctx, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await ctx.db.execute(sql`update challenges set created_at = created_at - ${by}, expires_at = expires_at - ${by}`);
  await ctx.db.execute(sql`update wrong_codes set at = at - ${by}`);
}

describe("sending a code", () => {
  test("returns the channel, the address and two times; the code is queued encrypted and only its HMAC is stored", async () => {
    const { ctx, send, ana, fileId } = await start();
    const sent = await send();
    expect(sent).toMatchObject({ channel: "email", sentTo: maskAddress(ana.account.email) });
    expect(Math.round((sent.expiresAt.getTime() - Date.now()) / 10_000)).toBe(60);
    expect(Math.round((sent.resendAt.getTime() - Date.now()) / 10_000)).toBe(6);
    const [job] = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "code"));
    const [challenge] = await ctx.db.select().from(challenges);
    expect(job?.payload).toEqual({ challengeId: challenge?.id });
    expect(await newestCode(ctx)).toMatch(/^\d{6}$/);
    expect(challenge?.codeHmac).toMatch(/^[0-9a-f]{64}$/);
    expect(await eventTypes(ctx, fileId)).toContain("code.sent");
  });

  test("returns 429 with the seconds left for a second code within a minute, and sends nothing", async () => {
    const { ctx, send } = await start();
    await send();
    await expect(send()).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
      reason: "code_sent_recently",
    });
    expect(await ctx.db.select().from(challenges)).toHaveLength(1);
    await age(ctx, 61);
    await send();
  });

  test("stops at five an hour and ten a day, and reports which limit applies and when it ends", async () => {
    const { ctx, send } = await start();
    for (let count = 0; count < 5; count++) {
      await send();
      await age(ctx, 61);
    }
    await expect(send()).rejects.toMatchObject({
      code: "rate_limited",
      reason: "codes_per_hour",
      bound: 5,
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 3200 && seconds <= 3600),
    });
    await age(ctx, 3600);
    for (let count = 0; count < 5; count++) {
      await send();
      await age(ctx, 61);
    }
    await age(ctx, 3600);
    await expect(send()).rejects.toMatchObject({
      code: "rate_limited",
      reason: "codes_per_day",
      bound: 10,
    });
    await age(ctx, 22 * 3600);
    await send();
  });

  test("reaches all fifty signers of an office behind one address, also after codes at shareable links", async () => {
    const request = { id: "r", address: "198.51.100.9", userAgent: "test" };
    const ctx = context(db(), { request });
    const people = Array.from({ length: 50 }, (_, index) => ({ name: `Signer ${index + 1}` }));
    const { fileId, signers } = await releasedScenario(ctx, people);
    const opening = {
      preparation: 1,
      purpose: "open",
      channel: "email",
      codeHmac: "",
      network: "198.51.100.0/24",
    } as const;
    const expiresAt = new Date(Date.now() + 600_000);
    await ctx.db
      .insert(challenges)
      .values(signers.slice(0, 20).map(({ signRequestId }) => ({ ...opening, signRequestId, expiresAt })));
    for (const { actor } of signers) await requestCode(ctx, actor, { fileId });
    expect(await ctx.db.$count(challenges, sql`purpose = 'sign' and network = ${opening.network}`)).toBe(50);
  });

  test("stops at an hourly number for one network, regardless of the signer", async () => {
    const ctx = context(db(), { limits: { ...defaultLimits, signerCodesPerNetworkPerHour: 2 } });
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }, { name: "Cy" }]);
    const [ana, bo, cy] = scenario.signers;
    const target = { fileId: scenario.fileId };
    await requestCode(ctx, ana.actor, target);
    await requestCode(ctx, bo.actor, target);
    await expect(requestCode(ctx, cy.actor, target)).rejects.toMatchObject({
      code: "rate_limited",
      reason: "codes_per_network",
    });
    await requestCode(withRequest(ctx, { id: "r", address: "198.51.100.9", userAgent: "test" }), cy.actor, target);
  });

  test("stops at a daily number of codes to one recipient across all documents of self-registered accounts @exhaustive", async () => {
    const ctx = context(db(), {
      limits: { ...defaultLimits, codeSendsPerRecipientPerDay: 2 },
      gateways: { sms: recordedGateway(), telegram: null, signal: null },
    });
    const sendFor = async (madeBy: "signup" | "administrator") => {
      const {
        fileId,
        requester,
        signers: [ana],
      } = await releasedScenario(ctx, [{ name: "Ana", method: "sms", phone: "+491511234567" }]);
      await ctx.db.update(accounts).set({ madeBy }).where(eq(accounts.email, requester.account.email));
      await requestCode(ctx, ana?.actor ?? requester, { fileId });
    };
    await sendFor("signup");
    await sendFor("signup");
    await expect(sendFor("signup")).rejects.toMatchObject({
      code: "rate_limited",
      reason: "codes_per_recipient",
    });
    await sendFor("administrator");
    expect(await ctx.db.$count(challenges)).toBe(3);
  });

  test("over a channel without a gateway returns 503", async () => {
    const { ctx, send, signRequestId } = await start();
    await ctx.db.update(signRequests).set({ signMethod: "sms" }).where(eq(signRequests.id, signRequestId));
    await expect(send()).rejects.toMatchObject({ code: "gateway_unavailable" });
  });
});

describe("entering a code", () => {
  test("counts down five wrong tries, then rejects even the correct code until a new one may be sent", async () => {
    const { ctx, send, enter, fileId } = await start();
    await send();
    const code = await newestCode(ctx);
    for (const attemptsLeft of [4, 3, 2, 1, 0])
      await expect(enter(wrongCode(code))).rejects.toMatchObject({ code: "code_wrong", attemptsLeft });
    await expect(enter(code)).rejects.toMatchObject({ code: "code_locked", retryAfterSeconds: expect.any(Number) });
    expect((await eventTypes(ctx, fileId)).filter((type) => type === "code.failed")).toHaveLength(5);
    expect(await eventTypes(ctx, fileId)).toContain("code.locked");
    await age(ctx, 61);
    await send();
    await enter(await newestCode(ctx));
  });

  test("records a lock once, with the wrong try that causes it, and nothing for tries during the lock @exhaustive", async () => {
    const { ctx, send, enter, fileId, signRequestId } = await start();
    await send();
    const [challenge] = await ctx.db.select().from(challenges);
    await ctx.db
      .insert(wrongCodes)
      .values(Array.from({ length: 13 }, () => ({ signRequestId, challengeId: challenge?.id ?? 0 })));
    const wrong = wrongCode(await newestCode(ctx));
    for (const attemptsLeft of [1, 0])
      await expect(enter(wrong)).rejects.toMatchObject({ code: "code_wrong", attemptsLeft });
    const events = await eventTypes(ctx, fileId);
    expect(events.slice(-3)).toEqual(["code.failed", "code.failed", "code.locked"]);
    for (let time = 0; time < 3; time++) await expect(enter(wrong)).rejects.toMatchObject({ code: "code_locked" });
    expect(await eventTypes(ctx, fileId)).toEqual(events);
  });

  test("keeps a wrong try even if the call fails", async () => {
    const { ctx, send, enter } = await start();
    await send();
    await expect(enter(wrongCode(await newestCode(ctx)))).rejects.toMatchObject({ code: "code_wrong" });
    expect(await ctx.db.select().from(wrongCodes)).toHaveLength(1);
  });

  test("answers malformed input, and a code with a password, with 422 without counting a try, and keeps the code valid @exhaustive", async () => {
    const { ctx, ana, fileId, send, enter } = await start();
    await send();
    const code = await newestCode(ctx);
    for (const typed of ["", " ", "12345", "1234567", "abcdef"])
      await expect(enter(typed)).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/code" }],
      });
    await expect(sign(ctx, ana, { target: { fileId }, code, password: "a quiet green harbour" })).rejects.toMatchObject(
      { code: "validation_failed", violations: [{ pointer: "/password" }] },
    );
    expect(await ctx.db.select().from(wrongCodes)).toEqual([]);
    expect(await eventTypes(ctx, fileId)).not.toContain("code.failed");
    await enter(`${code.slice(0, 3)} ${code.slice(3)}`);
  });

  test("rejects a superseded code and counts the try @exhaustive", async () => {
    const { ctx, send, enter } = await start();
    await send();
    const old = await newestCode(ctx);
    await age(ctx, 61);
    await send();
    await expect(enter(old)).rejects.toMatchObject({ code: "code_wrong", attemptsLeft: 4 });
  });

  test("reports whether a refused code was replaced or used, and nothing about digits that were never sent @exhaustive", async () => {
    const { ctx, send, enter } = await start();
    await send();
    const first = await newestCode(ctx);
    await age(ctx, 61);
    await send();
    const second = await newestCode(ctx);
    await expect(enter(first)).rejects.toMatchObject({
      code: "code_wrong",
      violations: [{ pointer: "/code", code: "replaced" }],
    });
    const never = ["000000", "111111", "222222"].find((digits) => digits !== first && digits !== second) ?? "";
    await expect(enter(never)).rejects.toMatchObject({ code: "code_wrong", violations: [] });
    await ctx.db
      .update(challenges)
      .set({ consumedAt: sql`now()` })
      .where(eq(challenges.id, (await ctx.db.select().from(challenges)).at(-1)?.id ?? 0));
    await expect(enter(second)).rejects.toMatchObject({
      code: "code_expired",
      violations: [{ pointer: "/code", code: "used" }],
    });
  });

  test("returns 410 without a live code: none sent, or expired after ten minutes", async () => {
    const { ctx, send, enter } = await start();
    await expect(enter("123456")).rejects.toMatchObject({ code: "code_expired" });
    await send();
    const code = await newestCode(ctx);
    await age(ctx, 601);
    await expect(enter(code)).rejects.toMatchObject({ code: "code_expired" });
  });

  test("locks for the rest of the day after fifteen wrong tries, new codes included, and for good after fifty @exhaustive", async () => {
    const { ctx, send, enter, signRequestId } = await start();
    await send();
    const [challenge] = await ctx.db.select().from(challenges);
    const wrong = (count: number) =>
      Array.from({ length: count }, () => ({ signRequestId, challengeId: challenge?.id ?? 0 }));
    await ctx.db.insert(wrongCodes).values(wrong(15));
    await age(ctx, 61);
    await expect(send()).rejects.toMatchObject({ code: "code_locked" });
    await expect(enter("123456")).rejects.toMatchObject({ code: "code_locked" });
    await age(ctx, 24 * 3600);
    await send();
    await ctx.db.insert(wrongCodes).values(wrong(35));
    await age(ctx, 30 * 24 * 3600);
    await expect(send()).rejects.toMatchObject({ code: "code_locked", reason: "signer_locked" });
  });

  test("rejects a code after a new preparation @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      requester,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const voided = await newestCode(ctx);
    await changeReleasedSigners(ctx, requester, { id: fileId }, [
      { email: ana.actor.account.email },
      { email: "cy@test.example" },
    ]);
    await expect(sign(ctx, ana.actor, { target: { fileId }, code: voided })).rejects.toMatchObject({
      code: "code_expired",
    });
  });

  test("accepts a code after another signer's signature @exhaustive", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }, { name: "Cy" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const code = await newestCode(ctx);
    await requestCode(ctx, bo.actor, { fileId });
    await sign(ctx, bo.actor, { target: { fileId }, code: await newestCode(ctx) });
    expect((await sign(ctx, ana.actor, { target: { fileId }, code })).file.status).toBe("partially_signed");
  });

  test("rejects another signer's correct code", async () => {
    const ctx = context(db());
    const {
      fileId,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const anas = await newestCode(ctx);
    await requestCode(ctx, bo.actor, { fileId });
    await expect(sign(ctx, bo.actor, { target: { fileId }, code: anas })).rejects.toMatchObject({ code: "code_wrong" });
  });
});
