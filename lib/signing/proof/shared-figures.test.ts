import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type DatabaseConnection } from "@/db/client";
import { challenges, wrongCodes, type Challenge } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { confirmIdentification, identify } from "@/lib/signing/identification/confirm";
import { openByCode, sendOpeningCode } from "@/lib/signing/identification/open-by-code";
import { anybody, guestScenario } from "@/lib/signing/identification/testing/guest-scenario";
import { sign } from "@/lib/signing/sign";
import { newestCode, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { requestCode } from "./request-code";

const database = useCommittedDatabase();
const context = useTestContext();
let second: DatabaseConnection;
beforeEach(() => {
  second = connect(database().url);
});
afterEach(() => second.close());

/** A signer who may identify as a guest and also has an account; two servers. */
async function start() {
  const [one, two] = [context(database().db), context(second.db)];
  const {
    uuid,
    signers: [bo],
  } = await guestScenario(one, "email");
  const account = actingAs(await makeAccount(one, { email: bo.email, role: "signer" }));
  const [u, place] = [bo.link, { uuid, signRequestId: bo.signRequestId }];
  return {
    one,
    two,
    signRequestId: bo.signRequestId,
    askToIdentify: (ctx: Ctx = one) => identify(ctx, anybody, { u }),
    askToSign: (ctx: Ctx = one) => requestCode(ctx, account, { link: u }),
    askToOpen: () => sendOpeningCode(one, { secret: JSON.stringify({ ...place, request: null }) }),
    enterToIdentify: (code: string) => confirmIdentification(one, anybody, { u, code }),
    enterToSign: (code: string) => sign(one, account, { target: { link: u }, code }),
    enterToOpen: (code: string) => openByCode(one, anybody, { ...place, code }),
  };
}

async function age(ctx: Ctx, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await ctx.db.execute(sql`update challenges set created_at = created_at - ${by}, expires_at = expires_at - ${by}`);
}

async function sent(ctx: Ctx, purpose: Challenge["purpose"]): Promise<number> {
  return (await ctx.db.select().from(challenges).where(eq(challenges.purpose, purpose))).length;
}

/** Enters this many wrong codes of one purpose, just now. */
async function guess(ctx: Ctx, purpose: Challenge["purpose"], count: number): Promise<void> {
  const [challenge] = await ctx.db.select().from(challenges).where(eq(challenges.purpose, purpose));
  const { id, signRequestId } = present(challenge);
  await ctx.db.insert(wrongCodes).values(Array.from({ length: count }, () => ({ signRequestId, challengeId: id })));
}

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

describe("codes to identify and to sign", () => {
  test("can follow each other at once, and share the limits of five an hour and ten a day @exhaustive", async () => {
    const { one, askToIdentify, askToSign } = await start();
    const ask = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) {
        await (turn % 2 ? askToSign() : askToIdentify());
        if (turn % 2) await age(one, 61);
      }
    };
    await ask(5);
    await age(one, 61);
    for (const asking of [askToIdentify, askToSign])
      await expect(asking()).rejects.toMatchObject({
        code: "rate_limited",
        reason: "codes_per_hour",
      });
    await age(one, 3600);
    await ask(5);
    await age(one, 3600);
    for (const asking of [askToIdentify, askToSign])
      await expect(asking()).rejects.toMatchObject({
        code: "rate_limited",
        reason: "codes_per_day",
      });
  });

  test("send only one of two requests in two processes when one is left in the hour @exhaustive", async () => {
    const { one, two, askToIdentify, askToSign } = await start();
    for (let turn = 0; turn < 4; turn++) {
      await askToIdentify();
      await age(one, 61);
    }
    const outcomes = await Promise.all(
      [one, two, one, two].map((ctx, index) => outcomeOf(index < 2 ? askToIdentify(ctx) : askToSign(ctx))),
    );
    expect(outcomes.sort()).toEqual(["done", "rate_limited", "rate_limited", "rate_limited"]);
    expect((await sent(one, "identify")) + (await sent(one, "sign"))).toBe(5);
  });

  test("share fifteen wrong tries a day, after which both are locked, and count down the tries left together", async () => {
    const { one, askToIdentify, askToSign, enterToIdentify, enterToSign } = await start();
    await askToIdentify();
    const toIdentify = await newestCode(one);
    await askToSign();
    const toSign = await newestCode(one);
    await guess(one, "identify", 7);
    await guess(one, "sign", 6);
    await expect(enterToIdentify(wrongCode(toIdentify))).rejects.toMatchObject({ code: "code_wrong", attemptsLeft: 1 });
    await expect(enterToSign(wrongCode(toSign))).rejects.toMatchObject({ code: "code_wrong", attemptsLeft: 0 });
    await expect(enterToIdentify(toIdentify)).rejects.toMatchObject({ code: "code_locked" });
    await expect(enterToSign(toSign)).rejects.toMatchObject({ code: "code_locked" });
    for (const asking of [askToIdentify, askToSign])
      await expect(asking()).rejects.toMatchObject({ code: "code_locked" });
  });

  test("are locked for good by fifty wrong tries together @exhaustive", async () => {
    const { one, askToIdentify, askToSign } = await start();
    await askToIdentify();
    await askToSign();
    await guess(one, "identify", 25);
    await guess(one, "sign", 25);
    await one.db.execute(sql`update wrong_codes set at = at - interval '30 days'`);
    for (const asking of [askToIdentify, askToSign])
      await expect(asking()).rejects.toMatchObject({ code: "code_locked", reason: "signer_locked" });
  });
});

describe("codes of a shareable link", () => {
  test("have separate limits of five an hour and ten a day from the signer's @exhaustive", async () => {
    const { one, askToOpen, askToIdentify, askToSign } = await start();
    const ask = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) {
        await askToOpen();
        await age(one, 61);
      }
    };
    await ask(7);
    expect(await sent(one, "open")).toBe(5);
    await age(one, 3600);
    await ask(7);
    await age(one, 3600);
    await ask(3);
    expect(await sent(one, "open")).toBe(10);
    await askToIdentify();
    await askToSign();
  });

  test("lock each other after fifteen wrong guesses, but lock out neither guest nor signer @exhaustive", async () => {
    const { one, askToOpen, askToIdentify, askToSign, enterToOpen, enterToIdentify, enterToSign } = await start();
    await askToOpen();
    const toOpen = await newestCode(one);
    await guess(one, "open", 50);
    await expect(enterToOpen(toOpen)).rejects.toMatchObject({ code: "code_wrong" });
    await age(one, 61);
    await askToOpen();
    expect(await sent(one, "open")).toBe(1);
    await askToIdentify();
    await enterToIdentify(await newestCode(one));
    await askToSign();
    expect((await enterToSign(await newestCode(one))).file.status).not.toBe("able_to_sign");
  });

  test("are not locked by the signer's mistyped codes @exhaustive", async () => {
    const { one, askToOpen, askToSign, enterToOpen } = await start();
    await askToSign();
    await guess(one, "sign", 15);
    await askToOpen();
    expect((await enterToOpen(await newestCode(one))).guest).not.toBeNull();
  });
});
