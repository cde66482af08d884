import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { telegramLinks, telegramLinkTokens, telegramListeners } from "@/db/schema/messages";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { findChat } from "@/lib/accounts/find";
import { changeOwnPassword } from "@/lib/accounts/passwords";
import { telegramGateway } from "@/lib/channels/telegram";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import { useHttpDoubles, type HttpDouble } from "@/lib/channels/testing/http-double";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { createTelegramLink, getTelegramLink, removeTelegramLink } from "./links";
import { listenOnce, startTelegramListener } from "./listen";

const db = useRolledBackDatabase();
const context = useTestContext();
const double = useHttpDoubles();
const bot = { id: 123456, is_bot: true, username: "ParaphCodesBot" };

interface Start {
  ctx: Ctx;
  ana: AccountActor;
  telegram: HttpDouble;
  /** Messages to the bot, which are returned until they are confirmed. */
  updates: { update_id: number; message: unknown }[];
  listen: (listener?: string) => Promise<number | null>;
}

/** A Bot API that keeps updates until an offset confirms them, like the real one. */
async function start(changes: Parameters<typeof context>[1] = {}): Promise<Start> {
  const updates: Start["updates"] = [];
  const telegram = await double(({ path, body }) => {
    if (path.endsWith("/getMe")) return { status: 200, body: { ok: true, result: bot } };
    if (path.endsWith("/sendMessage")) return { status: 200, body: { ok: true, result: { message_id: 1 } } };
    const { offset } = JSON.parse(body) as { offset: number };
    updates.splice(0, updates.length, ...updates.filter(({ update_id }) => update_id >= offset));
    return { status: 200, body: { ok: true, result: updates } };
  });
  const gateway = telegramGateway({ botToken: "123456:abcdefghijklm", apiUrl: telegram.url });
  const ctx = context(db(), { gateways: { sms: null, signal: null, telegram: gateway }, ...changes });
  const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", displayName: "Ana" }));
  const listen = (listener = "one") =>
    listenOnce(ctx, gateway, listener, { waitSeconds: 0, signal: new AbortController().signal });
  return { ctx, ana, telegram, updates, listen };
}

let lastUpdate = 100;

function write(updates: Start["updates"], text: string, chatId = 4711, language = "en"): void {
  const [chat, from] = [
    { id: chatId, type: "private" },
    { id: chatId, language_code: language },
  ];
  updates.push({ update_id: ++lastUpdate, message: { message_id: 1, chat, from, text } });
}

const english = mailTranslator("en");
const portuguese = mailTranslator("pt");

const tokenOf = (url: string) => new URL(url).searchParams.get("start") ?? "";
const repliesOf = ({ calls }: HttpDouble) =>
  calls
    .filter(({ path }) => path.endsWith("/sendMessage"))
    .map(({ body }) => JSON.parse(body) as { chat_id: string; text: string });

describe("linking a Telegram chat", () => {
  test("links the chat when the link is opened and Start pressed, replies in it, and notifies the account's address", async () => {
    const { ctx, ana, telegram, updates, listen } = await start();
    const { url, expiresAt } = await createTelegramLink(ctx, ana);
    expect(url).toMatch(/^https:\/\/t\.me\/ParaphCodesBot\?start=[\w-]{43}$/);
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(30);
    write(updates, `/start ${tokenOf(url)}`);
    expect(await listen()).toBe(1);
    expect(await findChat(ctx, ana.account.id)).toBe("4711");
    expect((await getTelegramLink(ctx, ana)).linkedAt).toBeInstanceOf(Date);
    expect(repliesOf(telegram)).toEqual([
      {
        chat_id: "4711",
        text: english.plainText("telegramBot.linked", { address: "a…@x.example" }),
        link_preview_options: expect.anything(),
      },
    ]);
    const jobs = await ctx.db
      .select({ payload: outboxJobs.payload })
      .from(outboxJobs)
      .where(eq(outboxJobs.kind, "accountMail"));
    expect(jobs).toEqual([{ payload: { template: "telegram_linked", accountId: ana.account.id } }]);
  });

  test("voids an earlier link when a password is set", async () => {
    const { ctx, ana, updates, listen } = await start();
    const { url } = await createTelegramLink(ctx, ana);
    await changeOwnPassword(ctx, ana, "a long and quiet evening");
    write(updates, `/start ${tokenOf(url)}`);
    await listen();
    expect(await findChat(ctx, ana.account.id)).toBeNull();
  });

  test("stores only the token's hash, and accepts it once", async () => {
    const { ctx, ana, updates, listen, telegram } = await start();
    const token = tokenOf((await createTelegramLink(ctx, ana)).url);
    expect(JSON.stringify(await ctx.db.select().from(telegramLinkTokens))).not.toContain(token);
    write(updates, `/start ${token}`, 4711);
    await listen();
    write(updates, `/start ${token}`, 666);
    await listen();
    expect(await findChat(ctx, ana.account.id)).toBe("4711");
    expect(repliesOf(telegram).at(-1)).toMatchObject({
      chat_id: "666",
      text: english.plainText("telegramBot.introduction"),
    });
  });

  test("links nothing with a link that is expired, replaced by a newer one, or voided by unlinking", async () => {
    const { ctx, ana, updates, listen } = await start();
    const late = tokenOf((await createTelegramLink(ctx, ana)).url);
    await ctx.db.update(telegramLinkTokens).set({ expiresAt: new Date(Date.now() - 1000) });
    const replaced = tokenOf((await createTelegramLink(ctx, ana)).url);
    const removed = tokenOf((await createTelegramLink(ctx, ana)).url);
    await removeTelegramLink(ctx, ana);
    for (const token of [late, replaced, removed]) write(updates, `/start ${token}`);
    await listen();
    expect(await findChat(ctx, ana.account.id)).toBeNull();
  });

  test("replaces the previous chat, which is notified", async () => {
    const { ctx, ana, updates, listen, telegram } = await start();
    for (const chatId of [1, 2]) {
      write(updates, `/start ${tokenOf((await createTelegramLink(ctx, ana)).url)}`, chatId);
      await listen();
    }
    expect(await findChat(ctx, ana.account.id)).toBe("2");
    expect(repliesOf(telegram).at(-1)).toMatchObject({
      chat_id: "1",
      text: english.plainText("telegramBot.replaced", { address: "a…@x.example" }),
    });
  });

  test("replies in the language of the account, and to others in the language of their Telegram", async () => {
    const { ctx, ana, updates, listen, telegram } = await start();
    await ctx.db.update(accounts).set({ language: "pt" }).where(eq(accounts.id, ana.account.id));
    for (const chatId of [1, 2]) {
      write(updates, `/start ${tokenOf((await createTelegramLink(ctx, ana)).url)}`, chatId);
      await listen();
    }
    write(updates, "/start", 3, "pt-br");
    write(updates, "/start", 4, "fr");
    await listen();
    const address = "a…@x.example";
    expect(repliesOf(telegram).map(({ chat_id, text }) => [chat_id, text])).toEqual([
      ["1", portuguese.plainText("telegramBot.linked", { address })],
      ["2", portuguese.plainText("telegramBot.linked", { address })],
      ["1", portuguese.plainText("telegramBot.replaced", { address })],
      ["3", portuguese.plainText("telegramBot.introduction")],
      ["4", english.plainText("telegramBot.introduction")],
    ]);
  });

  test("ends on unlinking, and notifies the owner by mail", async () => {
    const { ctx, ana, updates, listen } = await start();
    write(updates, `/start ${tokenOf((await createTelegramLink(ctx, ana)).url)}`);
    await listen();
    await removeTelegramLink(ctx, ana);
    expect(await ctx.db.select().from(telegramLinks)).toEqual([]);
    const jobs = await ctx.db
      .select({ payload: outboxJobs.payload })
      .from(outboxJobs)
      .where(eq(outboxJobs.kind, "accountMail"));
    expect(jobs.map(({ payload }) => payload.template)).toEqual(["telegram_linked", "telegram_unlinked"]);
  });

  test("needs a fresh proof, which a token never is, and a working bot", async () => {
    const { ctx, ana } = await start();
    for (const signedInAt of [null, new Date(Date.now() - 6 * 60_000)])
      await expect(createTelegramLink(ctx, { ...ana, signedInAt })).rejects.toMatchObject({ code: "reauth_required" });
    await expect(createTelegramLink(context(db()), ana)).rejects.toMatchObject({ code: "gateway_unavailable" });
    const away = telegramGateway({ botToken: "123456:abcdefghijklm", apiUrl: "http://127.0.0.1:9" });
    await expect(
      createTelegramLink(context(db(), { gateways: { sms: null, signal: null, telegram: away } }), ana),
    ).rejects.toMatchObject({ code: "gateway_unavailable" });
    await expect(createTelegramLink(ctx, { kind: "public" })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

describe("listening to the bot", () => {
  test("is done by one process at a time, and by another when its lease is released or expires", async () => {
    const { ctx, listen } = await start();
    expect(await listen("one")).toBe(0);
    expect(await listen("two")).toBeNull();
    expect(await listen("one")).toBe(0);
    await ctx.db.update(telegramListeners).set({ leasedUntil: sql`now() - interval '1 second'` });
    expect(await listen("two")).toBe(0);
    expect(await listen("one")).toBeNull();
  });

  test("handles an update that Telegram sends twice once", async () => {
    const { ctx, ana, updates, listen, telegram } = await start();
    write(updates, `/start ${tokenOf((await createTelegramLink(ctx, ana)).url)}`);
    const [update] = updates;
    await listen();
    if (update) updates.push(update);
    await ctx.db.update(telegramListeners).set({ leasedBy: null, leasedUntil: null });
    await listen("two");
    expect(repliesOf(telegram)).toHaveLength(1);
  });

  test("ignores any other message", async () => {
    const { updates, listen, telegram, ctx } = await start();
    for (const text of [
      "hello",
      "/help",
      "start",
      "/start@SomeBot now please",
      "/start ".concat("x".repeat(60)),
      "/start <b>",
    ])
      write(updates, text);
    await listen();
    expect(repliesOf(telegram)).toEqual([]);
    expect(await ctx.db.select().from(telegramLinks)).toEqual([]);
  });

  test("continues when a chat has blocked the bot, which stays linked", async () => {
    const { ctx, ana } = await start();
    const { url } = await createTelegramLink(ctx, ana);
    const blocked = await double(({ path }) => {
      if (path.endsWith("/getMe")) return { status: 200, body: { ok: true, result: bot } };
      if (path.endsWith("/sendMessage"))
        return {
          status: 403,
          body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
        };
      return {
        status: 200,
        body: {
          ok: true,
          result: [{ update_id: 9, message: { chat: { id: 5, type: "private" }, text: `/start ${tokenOf(url)}` } }],
        },
      };
    });
    const gateway = telegramGateway({ botToken: "123456:abcdefghijklm", apiUrl: blocked.url });
    expect(await listenOnce(ctx, gateway, "one", { waitSeconds: 0, signal: new AbortController().signal })).toBe(1);
    expect(await findChat(ctx, ana.account.id)).toBe("5");
  });

  test("stops at once in the middle of a long poll and releases the lease", async () => {
    const { ctx } = await start();
    const silent = await double(({ path }) =>
      path.endsWith("/getMe") ? { status: 200, body: { ok: true, result: bot } } : "silence",
    );
    const listener = startTelegramListener(
      ctx,
      telegramGateway({ botToken: "123456:abcdefghijklm", apiUrl: silent.url }),
    );
    await expect.poll(() => silent.calls.length).toBeGreaterThan(1);
    await listener.stop();
    expect(await ctx.db.select({ leasedBy: telegramListeners.leasedBy }).from(telegramListeners)).toEqual([
      { leasedBy: null },
    ]);
  });
});
