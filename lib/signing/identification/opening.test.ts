import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { outboxJobs, rateCounters } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { withRequest, type Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { newestCode, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { confirmIdentification } from "./confirm";
import { askToOpen, leadOn, openByCode, sendOpeningCode, type OpeningTarget } from "./open-by-code";
import { anybody, guestOf, guestScenario } from "./testing/guest-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const nowhere: OpeningTarget = { uuid: "00000000-0000-4000-8000-000000000000", signRequestId: 1 };

/** Runs the outbox job of the request. */
async function deliver(ctx: Ctx): Promise<void> {
  const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "opening"));
  for (const { sealed } of jobs)
    await sendOpeningCode(ctx, { secret: sealed && ctx.secrets.open("outbox", sealed).toString() });
}

async function codesSent(ctx: Ctx): Promise<number> {
  return (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "code"))).length;
}

async function start(method: "account" | "email" = "email") {
  const ctx = context(db());
  const scenario = await guestScenario(ctx, method);
  const [bo] = scenario.signers;
  return { ctx, ...scenario, bo, place: { uuid: scenario.uuid, signRequestId: bo.signRequestId } };
}

const shapeOf = (error: unknown): unknown =>
  JSON.stringify(
    error,
    Object.getOwnPropertyNames(error).filter((name) => name !== "stack"),
  );

describe("the shareable link", () => {
  test("leads the owner of the mailbox to the sign link, as a guest if the request allows guests", async () => {
    const { ctx, bo, place } = await start();
    await askToOpen(ctx, place);
    await deliver(ctx);
    const { url, guest } = await openByCode(ctx, anybody, { ...place, code: await newestCode(ctx) });
    expect(url).toBe(`${ctx.publicUrl}/sign/${bo.link}`);
    expect(await guestOf(ctx, guest?.token ?? "")).toMatchObject({ signRequestId: bo.signRequestId, method: "email" });
  });

  test("leads to the sign link without a session if the request requires an account @exhaustive", async () => {
    const { ctx, bo, place } = await start("account");
    await askToOpen(ctx, place);
    await deliver(ctx);
    expect(await openByCode(ctx, anybody, { ...place, code: await newestCode(ctx) })).toEqual({
      url: `${ctx.publicUrl}/sign/${bo.link}`,
      guest: null,
    });
  });

  test("redirects only the signer's own account to the sign link @exhaustive", async () => {
    const { ctx, bo, place, requester } = await start();
    const named = { uuid: place.uuid, signRequestId: String(place.signRequestId) };
    const account = await makeAccount(ctx, { email: bo.email, role: "signer" });
    expect(await leadOn(ctx, actingAs(account), named)).toBe(bo.link);
    expect(await leadOn(ctx, actingAs({ ...account, emailProvedAt: null }), named)).toBeNull();
    for (const stranger of [anybody, requester]) expect(await leadOn(ctx, stranger, named)).toBeNull();
    expect(await leadOn(ctx, actingAs(account), { uuid: "x", signRequestId: "1" })).toBeNull();
  });

  test("gives the same answer for a missing signer, and sends no mail", async () => {
    const { ctx, place } = await start();
    const [real, missing] = [await askToOpen(ctx, place), await askToOpen(ctx, nowhere)];
    expect(Object.keys(missing)).toEqual(Object.keys(real));
    await deliver(ctx);
    expect(await codesSent(ctx)).toBe(1);
    const code = wrongCode(await newestCode(ctx));
    const [foreign, none] = await Promise.all(
      [place, nowhere].map((target) => openByCode(ctx, anybody, { ...target, code }).catch(shapeOf)),
    );
    expect(foreign).toBe(none);
  });

  test("is locked after five codes in ten minutes, whether or not it leads anywhere", async () => {
    const { ctx, place } = await start();
    await askToOpen(ctx, place);
    await deliver(ctx);
    const code = await newestCode(ctx);
    for (const target of [place, nowhere]) {
      const outcomes: unknown[] = [];
      for (let guess = 0; guess < 6; guess++)
        outcomes.push(
          await openByCode(ctx, anybody, { ...target, code: wrongCode(code) }).catch(
            (error: { code: string }) => error.code,
          ),
        );
      expect(outcomes).toEqual([...Array.from({ length: 5 }, () => "code_wrong"), "code_locked"]);
    }
    await expect(openByCode(ctx, anybody, { ...place, code })).rejects.toMatchObject({ code: "code_locked" });
  });

  test("sends a code once a minute, and twenty an hour to one network @exhaustive", async () => {
    const { ctx, place } = await start();
    for (const target of [place, nowhere]) {
      await askToOpen(ctx, target);
      await expect(askToOpen(ctx, target)).rejects.toMatchObject({ code: "rate_limited" });
    }
    const elsewhere = withRequest(ctx, { id: "r", address: "198.51.100.7", userAgent: "" });
    for (let id = 1; id <= 20; id++) await askToOpen(elsewhere, { ...nowhere, signRequestId: 100 + id });
    await expect(askToOpen(elsewhere, { ...nowhere, signRequestId: 200 })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });

  test("adds no counters for made-up addresses once the network is refused, and a refused address takes nothing from its network", async () => {
    const request = { id: "r", address: "198.51.100.7", userAgent: "" };
    const ctx = context(db(), {
      request,
      limits: { ...defaultLimits, codeSendsPerNetworkPerHour: 2, codeWrongTries: 2 },
    });
    const run = async (work: (target: OpeningTarget) => Promise<unknown>, ids: number[]): Promise<string[]> => {
      const codes: string[] = [];
      for (const signRequestId of ids)
        codes.push(
          await work({ ...nowhere, signRequestId }).then(
            () => "sent",
            (error: { code: string }) => error.code,
          ),
        );
      return codes;
    };
    const ask = (target: OpeningTarget) => askToOpen(ctx, target);
    const guess = (target: OpeningTarget) => openByCode(ctx, anybody, { ...target, code: "123456" });
    const [refused, wrong, locked] = ["rate_limited", "code_wrong", "code_locked"];
    expect(await run(ask, [1, 1, 1, 2])).toEqual(["sent", refused, refused, "sent"]);
    expect(await run(guess, [1, 1, 1, 2, 3])).toEqual([wrong, wrong, locked, wrong, wrong]);
    const before = await ctx.db.$count(rateCounters);
    expect(await run(ask, [3, 4, 5])).toEqual([refused, refused, refused]);
    expect(await run(guess, [4, 5, 6])).toEqual([locked, locked, locked]);
    expect(await ctx.db.$count(rateCounters)).toBe(before);
  });

  test("leads nowhere for a removed signer @exhaustive", async () => {
    const { ctx, bo, place } = await start();
    await askToOpen(ctx, place);
    await deliver(ctx);
    const code = await newestCode(ctx);
    await ctx.db
      .update(signRequests)
      .set({ removedAt: new Date(), status: "cancelled" })
      .where(eq(signRequests.id, bo.signRequestId));
    await expect(openByCode(ctx, anybody, { ...place, code })).rejects.toMatchObject({ code: "code_wrong" });
  });

  test("sends a code that is valid only for the shareable link, not to identify or to sign @exhaustive", async () => {
    const { ctx, bo, place } = await start();
    await askToOpen(ctx, place);
    await deliver(ctx);
    const code = await newestCode(ctx);
    await expect(confirmIdentification(ctx, anybody, { u: bo.link, code })).rejects.toMatchObject({
      code: "code_expired",
    });
  });
});
