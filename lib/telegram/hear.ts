import { findAccountById } from "@/lib/accounts/find";
import type { Ctx } from "@/lib/context";
import { maskAddress } from "@/lib/files/mask-address";
import { MessagingError } from "@/lib/messaging/messenger";
import type { TelegramGateway, TelegramUpdate } from "@/lib/messaging/text-gateway";
import { acceptStart } from "./accept-start";
import { passUpdate } from "./listener-turn";

interface Reply {
  to: string;
  text: string;
}

const start = /^\/start(?:@\w+)?(?:\s+([\w-]{43}))?\s*$/;

/**
 * Does what one message to the bot asks for, once, however often Telegram tells of it; then answers in the chat. Only `/start` means
 * anything; everything else is passed over in silence.
 */
export async function hear(
  ctx: Ctx,
  gateway: TelegramGateway,
  bot: string,
  { updateId, message }: TelegramUpdate,
): Promise<void> {
  const replies = await ctx.tx(async (tx): Promise<Reply[]> => {
    if (!(await passUpdate(tx, bot, updateId)) || !message) return [];
    const words = start.exec(message.text);
    return words ? startedBy(tx, words[1], message.chatId) : [];
  });
  ctx.wakeOutbox();
  for (const [index, { to, text }] of replies.entries())
    await reply(ctx, gateway, { to, text, idempotencyKey: `telegram-${updateId}-${index}` });
}

async function startedBy(ctx: Ctx, token: string | undefined, chatId: string): Promise<Reply[]> {
  const accepted = token === undefined ? null : await acceptStart(ctx, token, chatId);
  if (!accepted)
    return [
      {
        to: chatId,
        text: "This bot sends you codes to sign documents. To link it with your account, open Telegram from your account page: a link from there works once, for a short time.",
      },
    ];
  const account = await findAccountById(ctx, accepted.accountId);
  const name = account ? maskAddress(account.email) : "your account";
  ctx.log.info({ account: accepted.accountId }, "telegram: a chat was linked");
  const linked = { to: chatId, text: `This chat is linked with ${name}. Your codes come here from now on.` };
  return accepted.replacedChatId === null
    ? [linked]
    : [linked, { to: accepted.replacedChatId, text: `This chat is no longer linked with ${name}: another one is.` }];
}

/** The link holds, whether or not its answer arrives. */
async function reply(ctx: Ctx, gateway: TelegramGateway, message: Reply & { idempotencyKey: string }): Promise<void> {
  await gateway.send(message).catch((error: unknown) => {
    if (!(error instanceof MessagingError)) throw error;
    ctx.log.warn({ reason: error.detail }, "telegram: an answer could not be sent");
  });
}
