import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type DatabaseConnection } from "@/db/client";
import { signRequests } from "@/db/schema/files";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/messages";
import { challenges, wrongCodes } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { changePhone, maskPhone } from "@/lib/accounts/change-phone";
import { recordedGateway } from "@/lib/channels/testing/recorded-gateway";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { removeTelegramLink } from "@/lib/delivery/telegram/links";
import { acceptStart } from "@/lib/delivery/telegram/listen";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { sign } from "@/lib/signing/sign";
import { newestCode, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { assertSameRecipient, recipientHmac } from "./compare-code";
import { requestCode } from "./request-code";

const database = useCommittedDatabase();
const context = useTestContext();
let second: DatabaseConnection;
beforeEach(() => {
  second = connect(database().url);
});
afterEach(() => second.close());

/** Two numbers with the same mask. */
const [phone, alike] = ["+491511234567", "+491709876567"];

interface Start {
  one: Ctx;
  two: Ctx;
  ana: AccountActor;
  fileId: number;
  signRequestId: number;
  ask: () => ReturnType<typeof requestCode>;
  enter: (code: string, ctx?: Ctx) => ReturnType<typeof sign>;
}

type Channel = "sms" | "signal" | "telegram";

async function start(channel: Channel): Promise<Start> {
  const gateways = { sms: recordedGateway(), signal: recordedGateway(), telegram: recordedGateway() };
  const [one, two] = [context(database().db, { gateways }), context(second.db, { gateways })];
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(one, [{ name: "Ana", method: channel }]);
  await changePhone(one, ana.actor, ana.actor.account.email, { phone });
  await linkChat(one, ana.actor, "501");
  return {
    one,
    two,
    fileId,
    ana: ana.actor,
    signRequestId: ana.signRequestId,
    ask: () => requestCode(one, ana.actor, { fileId }),
    enter: (code, ctx = one) => sign(ctx, ana.actor, { target: { fileId }, code }),
  };
}

async function linkChat(ctx: Ctx, { account }: AccountActor, chatId: string): Promise<void> {
  const token = `token-for-${chatId}`;
  await ctx.db
    .insert(telegramLinkTokens)
    .values({ accountId: account.id, tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 60_000) });
  await ctx.tx((tx) => acceptStart(tx, token, chatId));
}

async function letAMinutePass(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`update challenges set created_at = created_at - interval '61 seconds'`);
}

type Change = (ctx: Ctx, ana: AccountActor) => Promise<unknown>;
const toAlike: Change = (ctx, ana) => changePhone(ctx, ana, ana.account.email, { phone: alike });
const toNone: Change = (ctx, ana) => changePhone(ctx, ana, ana.account.email, { phone: null });
const unlink: Change = (ctx, ana) => removeTelegramLink(ctx, ana);
const relink: Change = (ctx, ana) => linkChat(ctx, ana, "666");

const changes: [Channel, string, Change][] = [
  ["sms", "the number became another with the same mask", toAlike],
  ["sms", "the number was taken away @exhaustive", toNone],
  ["signal", "the number became another with the same mask @exhaustive", toAlike],
  ["signal", "the number was taken away @exhaustive", toNone],
  ["telegram", "the chat was unlinked @exhaustive", unlink],
  ["telegram", "another chat was linked @exhaustive", relink],
];

describe("a code to sign", () => {
  test("is tested with numbers that have the same mask", () => {
    expect(maskPhone(phone)).toBe(maskPhone(alike));
  });

  test.each(changes)(
    "by %s is void in every process once %s, and does not count as a wrong try",
    async (channel, _case, change) => {
      const { one, two, ana, fileId, ask, enter } = await start(channel);
      await ask();
      const code = await newestCode(one);
      await change(two, ana);
      for (const ctx of [one, two])
        await expect(enter(code, ctx)).rejects.toMatchObject({
          code: "code_expired",
          reason: "code_destination_changed",
        });
      expect((await readFile(one, fileId)).status).toBe("able_to_sign");
      expect(await one.db.select().from(wrongCodes)).toEqual([]);
    },
  );

  test.each([
    ["sms", "sms", toAlike],
    ["telegram @exhaustive", "telegram", relink],
  ] as const)("by %s requested after the change signs @exhaustive", async (_name, channel, change) => {
    const { one, two, ana, ask, enter } = await start(channel);
    await ask();
    await change(two, ana);
    await letAMinutePass(one);
    await ask();
    expect((await enter(await newestCode(one))).file.status).not.toBe("able_to_sign");
  });

  test.each([
    ["sms", "sms", toNone],
    ["telegram @exhaustive", "telegram", unlink],
  ] as const)(
    "by %s that was correct does not sign if the change precedes the commit, and is not used up @exhaustive",
    async (_name, channel, change) => {
      const { one, two, ana, fileId, ask, enter } = await start(channel);
      await ask();
      const changing: Ctx = context(one.db, {
        gateways: one.gateways,
        configuredSigners: async () => {
          await change(two, ana);
          return [];
        },
      });
      await expect(enter(await newestCode(one), changing)).rejects.toMatchObject({ code: "code_expired" });
      expect((await readFile(one, fileId)).status).toBe("able_to_sign");
      expect(await one.db.select({ consumedAt: challenges.consumedAt }).from(challenges)).toEqual([
        { consumedAt: null },
      ]);
    },
  );

  test.each([
    ["sms", "sms", toNone],
    ["telegram @exhaustive", "telegram", unlink],
  ] as const)(
    "by %s and the removal of its channel are serialised: the change waits for a commit that has already checked @exhaustive",
    async (_name, channel, change) => {
      const { one, two, ana, signRequestId, ask } = await start(channel);
      await ask();
      const sent = only(await one.db.select().from(challenges));
      const signRequest = only(await one.db.select().from(signRequests).where(eq(signRequests.id, signRequestId)));
      let changed = false;
      const changing = await one.tx(async (tx) => {
        await assertSameRecipient(tx, signRequest, sent);
        const running = change(two, ana).then(() => (changed = true));
        await expect.poll(() => waitingForLocks(database())).toBe(1);
        expect(changed).toBe(false);
        return { running };
      });
      await changing.running;
      expect(changed).toBe(true);
    },
  );

  test("from before recipients were recorded is void @exhaustive", async () => {
    const { one, ask, enter } = await start("sms");
    await ask();
    await one.db.update(challenges).set({ recipientHmac: null });
    await expect(enter(await newestCode(one))).rejects.toMatchObject({ code: "code_expired" });
  });
});

test.each([
  ["sms", "sms"],
  ["telegram @exhaustive", "telegram"],
] as const)(
  "stores neither the number nor the chat of a code by %s, but a different value for each request",
  async (_name, channel) => {
    const { one, ask, signRequestId } = await start(channel);
    await ask();
    const [kept] = await one.db.select().from(challenges);
    expect(kept?.recipientHmac).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify({ ...kept, recipientHmac: "", codeHmac: "" })).not.toMatch(/1511234567|501/);
    const to = channel === "sms" ? phone : "501";
    expect(recipientHmac(one, signRequestId, { channel, to })).toBe(kept?.recipientHmac);
    expect(recipientHmac(one, signRequestId + 1, { channel, to })).not.toBe(kept?.recipientHmac);
    expect(await one.db.select({ chatId: telegramLinks.chatId }).from(telegramLinks)).toEqual([{ chatId: "501" }]);
  },
);

async function waitingForLocks({ db }: DatabaseConnection): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
