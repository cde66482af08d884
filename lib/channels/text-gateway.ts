/** One short message to a phone or a chat. */
export interface TextMessage {
  /** Text messages and Signal: a number in E.164. Telegram: the id of a chat. */
  to: string;
  text: string;
  /** The same key again is the same message; a gateway that knows keys drops the copy. At most 255 visible ASCII characters. */
  idempotencyKey: string;
}

/** The port: hands one short message to whoever delivers it. */
export interface TextGateway {
  /** Answers once the gateway has taken responsibility for the message. Throws `MessagingError`. */
  send(message: TextMessage): Promise<{ providerId: string }>;
}

/** Telegram's bot: a person meets it under its name before it may write to them. */
export interface TelegramGateway extends TextGateway {
  /** The bot's user name, for a link to it; asked for once. Throws `MessagingError`. */
  botName(): Promise<string>;
  /**
   * What people wrote to the bot, from update `offset` on; waits up to `waitSeconds` for the first. Asking from an offset confirms everything
   * before it. Throws `MessagingError`.
   */
  readUpdates(offset: number, waitSeconds: number, signal: AbortSignal): Promise<TelegramUpdate[]>;
}

/** One thing that happened to the bot; `message` is null for what is no text of a person in a private chat. */
export interface TelegramUpdate {
  updateId: number;
  message: { chatId: string; text: string } | null;
}

/** The channels of short messages; null where nothing is configured. */
export interface TextGateways {
  sms: TextGateway | null;
  telegram: TelegramGateway | null;
  signal: TextGateway | null;
}
