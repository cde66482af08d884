/** A mail as the templates make it: every one has a plain-text part. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface MailMessage extends MailContent {
  /** One bare address, no display name. */
  to: string;
  /** The same key again is the same mail: providers drop it or recognise it. At most 255 visible ASCII characters. */
  idempotencyKey: string;
  attachments?: MailAttachment[];
}

/** The port: hands one mail to whoever delivers it. */
export interface Messenger {
  /** Answers once the provider has taken responsibility for the mail. Throws `MessagingError`. */
  send(message: MailMessage): Promise<{ providerId: string }>;
}

/** `retryable`: trying the same mail later can help (the provider is away, slow, or refuses our configuration). Otherwise it never will. */
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
