import { withoutSecrets } from "@/lib/platform/plain-text";

/** An e-mail from a template. Every e-mail has a plain-text part. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Images that `html` shows as `cid:…`. */
  inline?: InlineImage[];
}

export interface InlineImage {
  /** Unique within the e-mail. Letters only. */
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
  /**
   * Messages with the same key are the same e-mail, so that providers drop or recognise repeats. At most 255 visible
   * ASCII characters.
   */
  idempotencyKey: string;
  attachments?: MailAttachment[];
  /** Repeated by the provider in its reports about this e-mail. Letters and digits. */
  reference?: string;
  /** One bare address for replies. Default: the sender. */
  replyTo?: string;
}

/** The port that hands one e-mail to a provider. */
export interface Messenger {
  /** Resolves once the provider has accepted responsibility for the e-mail. Throws `MessagingError`. */
  send(message: MailMessage): Promise<{ providerId: string }>;
}

/**
 * `retryable`: the same e-mail may succeed later (the provider is unavailable, slow, or rejects our configuration).
 * Otherwise it never will. It has no `cause`: a network code such as `ETIMEDOUT` there would be read as a lost
 * database, whose jobs are retried every half minute.
 */
export class MessagingError extends Error {
  /** Cleaned, because a provider may quote the message with its link or code, and this is logged and stored. */
  readonly detail: string;

  constructor(
    detail: string,
    readonly retryable: boolean,
  ) {
    const cleaned = withoutSecrets(detail);
    super(cleaned);
    this.detail = cleaned;
    this.name = "MessagingError";
  }
}

/** One short message to a phone or a chat. */
export interface TextMessage {
  /** Text messages and Signal: a number in E.164. Telegram: the id of a chat. */
  to: string;
  text: string;
  /**
   * Messages with the same key are the same message. Gateways with idempotency drop the copy. At most 255 visible ASCII
   * characters.
   */
  idempotencyKey: string;
}

/** The port that hands one short message to a provider. */
export interface TextGateway {
  /** Resolves once the gateway has accepted responsibility for the message. Throws `MessagingError`. */
  send(message: TextMessage): Promise<{ providerId: string }>;
}

/** Telegram's bot. People must start a chat with it before it may write to them. */
export interface TelegramGateway extends TextGateway {
  /** The bot's user name, for a link to it. Requested once. Throws `MessagingError`. */
  botName(): Promise<string>;
  /**
   * Messages to the bot, starting with update `offset`. Waits up to `waitSeconds` for the first. Requesting an offset
   * confirms everything before it. Throws `MessagingError`.
   */
  readUpdates(offset: number, waitSeconds: number, signal: AbortSignal): Promise<TelegramUpdate[]>;
}

/** An update of the bot. `message` is null unless it is a person's text in a private chat. */
export interface TelegramUpdate {
  updateId: number;
  /** `language`: the tag of the person's language, null if Telegram does not report it. */
  message: { chatId: string; text: string; language: string | null } | null;
}

/** The channels for short messages, null if not configured. */
export interface TextGateways {
  sms: TextGateway | null;
  telegram: TelegramGateway | null;
  signal: TextGateway | null;
}

// Exactly one bare address: no display name, list, comment, quoted local part, or space for a header.
const bareAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * The last check before a provider, so that a message cannot add a recipient or a header. Returns the message with a
 * clean subject and file names. Throws `MessagingError`, not retryable.
 */
export function assertMessage(message: MailMessage): MailMessage {
  if (!bareAddress.test(message.to) || message.to.length > 254) {
    throw new MessagingError("the recipient is not a single bare address", false);
  }
  if (message.replyTo !== undefined && (!bareAddress.test(message.replyTo) || message.replyTo.length > 254)) {
    throw new MessagingError("the reply-to is not a single bare address", false);
  }
  if (!visibleAscii.test(message.idempotencyKey)) {
    throw new MessagingError("the idempotency key is not visible ASCII", false);
  }
  const attachments = message.attachments?.map((attachment) => ({
    ...attachment,
    filename: fileName(attachment.filename),
  }));
  return {
    ...message,
    subject: shortened(withoutEncodedWords(oneLine(message.subject)), 200),
    ...(attachments && { attachments }),
  };
}

/**
 * An encoded word (RFC 2047) in ASCII text is not encoded again, and mail programs decode it. It could bring back a
 * second line, or a name that reads backwards, after the text was cleaned.
 */
function withoutEncodedWords(text: string): string {
  return text.replaceAll("=?", "= ?");
}

function fileName(name: string): string {
  return shortened(withoutEncodedWords(oneLine(name)).replace(/[/\\"]/g, "_"), 120);
}

/**
 * For instances without an e-mail provider: messages stay on this server, where administrators read them. `keep` must
 * be idempotent by the message's key.
 */
export function inboxMessenger(keep: (message: MailMessage) => Promise<void>): Messenger {
  return {
    async send(message) {
      const checked = assertMessage(message);
      await keep(checked);
      return { providerId: `kept:${checked.idempotencyKey}` };
    },
  };
}

// Control characters, lone surrogates, line separators, and marks that override the text direction. Names do not need
// them, and they can forge a second line, a header, or a link that reads backwards.
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** User text on a single line: a name, a title, a subject. */
export function oneLine(text: string): string {
  return text.replace(unsafe, " ").replace(/\s+/gu, " ").trim();
}

/** User text on several lines, each cleaned. */
export function severalLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join("\n")
    .trim();
}

/** Truncates to `length` characters with an ellipsis. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
