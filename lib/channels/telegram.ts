import { callGateway, errorTextOf, type GatewayAnswer } from "./call-gateway";
import { MessagingError, type TelegramGateway, type TelegramUpdate, type TextMessage } from "./messenger";

export interface TelegramOptions {
  botToken: string;
  /** Null for Telegram itself, otherwise another Bot API server. */
  apiUrl: string | null;
  timeoutMs?: number;
}

/**
 * Chats through Telegram's Bot API (https://core.telegram.org/bots/api). Every URL contains the token, so errors never
 * include one.
 */
export function telegramGateway({ botToken, apiUrl, timeoutMs = 10_000 }: TelegramOptions): TelegramGateway {
  const base = `${(apiUrl ?? "https://api.telegram.org").replace(/\/+$/, "")}/bot${botToken}`;
  const call = async (
    method: string,
    body: Record<string, unknown>,
    more: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<unknown> => {
    const answer = await callGateway({
      service: "telegram",
      operation: method,
      name: "Telegram",
      url: `${base}/${method}`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      timeoutMs,
      ...more,
    });
    if (answer.json.ok !== true) throw refused(answer);
    return answer.json.result;
  };
  let name: string | null = null;
  return {
    async send(message) {
      assertChat(message);
      const sent = await call("sendMessage", {
        chat_id: message.to,
        text: message.text,
        link_preview_options: { is_disabled: true },
      });
      const id = memberOf(sent, "message_id");
      if (typeof id !== "number") throw new MessagingError("Telegram answered without an id", true);
      return { providerId: String(id) };
    },
    async botName() {
      if (name !== null) return name;
      const username = memberOf(await call("getMe", {}), "username");
      if (typeof username !== "string" || !/^\w{5,32}$/.test(username))
        throw new MessagingError("Telegram returned no bot name", true);
      return (name = username);
    },
    async readUpdates(offset, waitSeconds, signal) {
      const body = { offset, timeout: waitSeconds, allowed_updates: ["message"] };
      const updates = await call("getUpdates", body, { timeoutMs: timeoutMs + waitSeconds * 1000, signal });
      if (!Array.isArray(updates)) throw new MessagingError("Telegram returned no updates", true);
      return updates.flatMap(toUpdate);
    },
  };
}

/**
 * 400 (no such chat) and 403 (the person blocked the bot) concern the recipient. 401, 404 and 409 are for the operator
 * to fix. All others are transient.
 */
function refused({ status, json, text }: GatewayAnswer): MessagingError {
  const description = typeof json.description === "string" ? json.description : text;
  const isFinal = json.ok === false && (status === 400 || status === 403);
  return new MessagingError(`Telegram refused: ${status}: ${errorTextOf(description)}`, !isFinal);
}

function toUpdate(update: unknown): TelegramUpdate[] {
  const updateId = memberOf(update, "update_id");
  if (typeof updateId !== "number") return [];
  const message = memberOf(update, "message");
  const chat = memberOf(message, "chat");
  const [chatId, text] = [memberOf(chat, "id"), memberOf(message, "text")];
  const tag = memberOf(memberOf(message, "from"), "language_code");
  const language = typeof tag === "string" ? tag : null;
  const isPrivate =
    memberOf(chat, "type") === "private" &&
    (typeof chatId === "number" || typeof chatId === "string") &&
    typeof text === "string";
  return [{ updateId, message: isPrivate ? { chatId: String(chatId), text, language } : null }];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const e164 = /^\+[1-9]\d{6,14}$/;
const chatId = /^-?\d{1,20}$/;

/** The last check before a gateway that takes numbers. Throws `MessagingError`, not retryable. */
export function assertNumber({ to }: TextMessage): void {
  if (!e164.test(to)) throw new MessagingError("the recipient is not one number in E.164", false);
}

/** The last check before a gateway that takes chats. Throws `MessagingError`, not retryable. */
function assertChat({ to }: TextMessage): void {
  if (!chatId.test(to)) throw new MessagingError("the recipient is not the id of a chat", false);
}
