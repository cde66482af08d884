/** One short message to a phone or a chat. */
export interface TextMessage {
  /** Text messages and Signal: a number in E.164. Telegram: the id of a chat. */
  to: string;
  text: string;
  /** Messages with the same key are the same message; gateways with idempotency drop the copy. At most 255 visible ASCII characters. */
  idempotencyKey: string;
}

/** The port that hands one short message to a provider. */
export interface TextGateway {
  /** Resolves once the gateway has taken responsibility for the message. Throws `MessagingError`. */
  send(message: TextMessage): Promise<{ providerId: string }>;
}

/** Telegram's bot. A person must start a chat with it before it may write to them. */
export interface TelegramGateway extends TextGateway {
  /** The bot's user name, for a link to it; requested once. Throws `MessagingError`. */
  botName(): Promise<string>;
  /**
   * Messages to the bot from update `offset` on; waits up to `waitSeconds` for the first. Requesting an offset confirms everything before
   * it. Throws `MessagingError`.
   */
  readUpdates(offset: number, waitSeconds: number, signal: AbortSignal): Promise<TelegramUpdate[]>;
}

/** An update of the bot; `message` is null unless it is a person's text in a private chat. */
export interface TelegramUpdate {
  updateId: number;
  message: { chatId: string; text: string } | null;
}

/** The channels of short messages, null where not configured. */
export interface TextGateways {
  sms: TextGateway | null;
  telegram: TelegramGateway | null;
  signal: TextGateway | null;
}
