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
