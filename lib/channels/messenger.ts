/** A mail from a template. Every mail has a plain-text part. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Pictures that `html` shows as `cid:…`. */
  inline?: InlineImage[];
}

export interface InlineImage {
  /** Alone in the mail; letters only. */
  cid: string;
  contentType: "image/png";
  content: Buffer;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface MailMessage extends MailContent {
  /** One bare address, no display name. */
  to: string;
  /** Messages with the same key are the same mail: providers drop or recognise repeats. At most 255 visible ASCII characters. */
  idempotencyKey: string;
  attachments?: MailAttachment[];
  /** Repeated by the provider in its reports about this mail. Letters and digits. */
  reference?: string;
  /** One bare address for replies; default: the sender. */
  replyTo?: string;
}

/** The port that hands one mail to a provider. */
export interface Messenger {
  /** Resolves once the provider has taken responsibility for the mail. Throws `MessagingError`. */
  send(message: MailMessage): Promise<{ providerId: string }>;
}

/** `retryable`: the same mail may succeed later (the provider is away, slow, or rejects our configuration). Otherwise it never will. */
export class MessagingError extends Error {
  constructor(
    readonly detail: string,
    readonly retryable: boolean,
    options?: { cause: unknown },
  ) {
    super(detail, options);
    this.name = "MessagingError";
  }
}

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
