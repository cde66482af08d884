import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { telegramLinks, telegramLinkTokens, telegramListeners } from "@/db/schema/messages";
import { accountLanguage, findAccountById } from "@/lib/accounts/find";
import { MessagingError, type TelegramGateway, type TelegramUpdate } from "@/lib/channels/messenger";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import type { Ctx } from "@/lib/context/context";
import { negotiateLanguage, standardLanguage } from "@/lib/platform/locale/languages";
import { maskAddress } from "@/lib/platform/plain-text";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { enqueue } from "@/lib/records/outbox/enqueue";

interface TelegramListener {
  stop(): Promise<void>;
}

const pollSeconds = 25;
const othersTurnMilliseconds = 15_000;
const longestPauseMilliseconds = 60_000;

/** Polls for messages to the bot until stopped. Only one process listens at a time. */
export function startTelegramListener(ctx: Ctx, gateway: TelegramGateway): TelegramListener {
  const name = randomUUID();
  const stopped = new AbortController();
  const loop = (async () => {
    let failures = 0;
    while (!stopped.signal.aborted) {
      try {
        const updates = await listenOnce(ctx, gateway, name, { waitSeconds: pollSeconds, signal: stopped.signal });
        failures = 0;
        if (updates === null) await pause(othersTurnMilliseconds, stopped.signal);
      } catch (error) {
        if (stopped.signal.aborted) break;
        failures += 1;
        if (failures === 1 || failures % 20 === 0)
          ctx.log.warn({ err: error, failures }, "telegram: the bot cannot be polled");
        await pause(Math.min(1000 * 2 ** failures, longestPauseMilliseconds), stopped.signal);
      }
    }
    await leave(ctx, gateway, name);
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
    },
  };
}

/** One long poll. Returns the number of updates, or null while another process listens. Throws `MessagingError`. */
export async function listenOnce(
  ctx: Ctx,
  gateway: TelegramGateway,
  listener: string,
  { waitSeconds, signal }: { waitSeconds: number; signal: AbortSignal },
): Promise<number | null> {
  const bot = await gateway.botName();
  const next = await takeListenerTurn(ctx, bot, listener);
  if (next === null) return null;
  const updates = await gateway.readUpdates(next, waitSeconds, signal);
  for (const update of updates) await handleUpdate(ctx, gateway, bot, update);
  return updates.length;
}

async function leave(ctx: Ctx, gateway: TelegramGateway, name: string): Promise<void> {
  try {
    await leaveListenerTurn(ctx, await gateway.botName(), name);
  } catch (error) {
    ctx.log.debug({ err: error }, "telegram: the polling lease expires on its own");
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

interface Reply {
  to: string;
  text: string;
}

const start = /^\/start(?:@\w+)?(?:\s+([\w-]{43}))?\s*$/;

/**
 * Handles one message to the bot, once, however often Telegram sends it, then replies in the chat. Only `/start` is
 * handled. Everything else is ignored.
 */
async function handleUpdate(
  ctx: Ctx,
  gateway: TelegramGateway,
  bot: string,
  { updateId, message }: TelegramUpdate,
): Promise<void> {
  const replies = await ctx.tx(async (tx): Promise<Reply[]> => {
    if (!(await passUpdate(tx, bot, updateId)) || !message) return [];
    const command = start.exec(message.text);
    return command ? startedBy(tx, command[1], message) : [];
  });
  ctx.wakeOutbox();
  for (const [index, { to, text }] of replies.entries())
    await reply(ctx, gateway, { to, text, idempotencyKey: `telegram-${updateId}-${index}` });
}

/** Replies in the language of the account, or in that of the person where the chat is linked with none. */
async function startedBy(
  ctx: Ctx,
  token: string | undefined,
  { chatId, language }: NonNullable<TelegramUpdate["message"]>,
): Promise<Reply[]> {
  const accepted = token === undefined ? null : await acceptStart(ctx, token, chatId);
  if (!accepted) {
    const translator = mailTranslator(negotiateLanguage(language) ?? standardLanguage);
    return [{ to: chatId, text: translator.plainText("telegramBot.introduction") }];
  }
  ctx.log.info({ account: accepted.accountId }, "telegram: a chat was linked");
  const account = await findAccountById(ctx, accepted.accountId);
  if (!account) return [];
  const translator = mailTranslator(accountLanguage(account));
  const address = maskAddress(account.email);
  const linked = { to: chatId, text: translator.plainText("telegramBot.linked", { address }) };
  return accepted.replacedChatId === null
    ? [linked]
    : [linked, { to: accepted.replacedChatId, text: translator.plainText("telegramBot.replaced", { address }) }];
}

/** The chat stays linked even if the reply fails. */
async function reply(ctx: Ctx, gateway: TelegramGateway, message: Reply & { idempotencyKey: string }): Promise<void> {
  await gateway.send(message).catch((error: unknown) => {
    if (!(error instanceof MessagingError)) throw error;
    ctx.log.warn({ reason: error.detail }, "telegram: an answer could not be sent");
  });
}

interface AcceptedStart {
  accountId: number;
  /** The previously linked chat, if it is a different one. */
  replacedChatId: string | null;
}

/**
 * Links the chat to the account of a token and uses up the token. Null for an unknown, used or expired token. Call it
 * in a transaction.
 */
export async function acceptStart(ctx: Ctx, token: string, chatId: string): Promise<AcceptedStart | null> {
  const now = await ctx.now();
  const [used] = await ctx.db
    .update(telegramLinkTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(telegramLinkTokens.tokenHash, hashToken(token)),
        isNull(telegramLinkTokens.usedAt),
        gt(telegramLinkTokens.expiresAt, now),
      ),
    )
    .returning({ accountId: telegramLinkTokens.accountId });
  if (!used) return null;
  const { accountId } = used;
  const [before] = await ctx.db
    .select({ chatId: telegramLinks.chatId })
    .from(telegramLinks)
    .where(eq(telegramLinks.accountId, accountId))
    .for("update");
  await ctx.db
    .insert(telegramLinks)
    .values({ accountId, chatId, linkedAt: now })
    .onConflictDoUpdate({ target: telegramLinks.accountId, set: { chatId, linkedAt: now } });
  await enqueue(ctx, "accountMail", { template: "telegram_linked", accountId });
  return { accountId, replacedChatId: before && before.chatId !== chatId ? before.chatId : null };
}

/** Longer than one long poll with its time limit. */
const leaseSeconds = 90;

/**
 * Acquires or renews the lease for listening to the bot, for 90 seconds, because Telegram gives updates to one listener
 * at a time. Returns the first update to request, or null while another process listens.
 */
async function takeListenerTurn(ctx: Ctx, bot: string, listener: string): Promise<number | null> {
  const leasedUntil = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const [row] = await ctx.db
    .insert(telegramListeners)
    .values({ bot, leasedBy: listener, leasedUntil })
    .onConflictDoUpdate({
      target: telegramListeners.bot,
      set: { leasedBy: listener, leasedUntil },
      setWhere: sql`${telegramListeners.leasedUntil} is null or ${telegramListeners.leasedUntil} < now() or ${telegramListeners.leasedBy} = ${listener}`,
    })
    .returning({ nextUpdateId: telegramListeners.nextUpdateId });
  return row?.nextUpdateId ?? null;
}

/** Marks an update as handled, in the transaction of its effect. Returns false if it already was. */
async function passUpdate(ctx: Ctx, bot: string, updateId: number): Promise<boolean> {
  const passed = await ctx.db
    .update(telegramListeners)
    .set({ nextUpdateId: updateId + 1 })
    .where(and(eq(telegramListeners.bot, bot), sql`${telegramListeners.nextUpdateId} <= ${updateId}`))
    .returning({ bot: telegramListeners.bot });
  return passed.length > 0;
}

/** Releases the lease, so that another process does not have to wait for it to expire. */
async function leaveListenerTurn(ctx: Ctx, bot: string, listener: string): Promise<void> {
  await ctx.db
    .update(telegramListeners)
    .set({ leasedBy: null, leasedUntil: null })
    .where(and(eq(telegramListeners.bot, bot), eq(telegramListeners.leasedBy, listener)));
}
