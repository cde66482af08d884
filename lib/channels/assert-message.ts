import { MessagingError, type MailMessage, type Messenger } from "./messenger";

// Exactly one bare address: no display name, list, comment, quoted local part, or room for a header.
const bareAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * The last check before a provider: no message can add a recipient or a header. Returns the message with a clean subject and file names.
 * Throws `MessagingError`, not retryable.
 */
export function assertMessage(message: MailMessage): MailMessage {
  if (!bareAddress.test(message.to) || message.to.length > 254) {
    throw new MessagingError("the recipient is not one bare address", false);
  }
  if (message.replyTo !== undefined && (!bareAddress.test(message.replyTo) || message.replyTo.length > 254)) {
    throw new MessagingError("the address for answers is not one bare address", false);
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
 * An encoded word (RFC 2047) in a text of ASCII stays as it is on the way, and mail programs decode it: a second line, or a name that reads
 * backwards, would come back after it was cleaned.
 */
function withoutEncodedWords(text: string): string {
  return text.replaceAll("=?", "= ?");
}

function fileName(name: string): string {
  return shortened(withoutEncodedWords(oneLine(name)).replace(/[/\\"]/g, "_"), 120);
}

/**
 * For instances without a mail provider: messages stay on this server, where administrators read them. `keep` must be idempotent by the
 * message's key.
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

// Controls, lone surrogates, line separators, and marks that override the text direction: no name needs them, and they can forge a second
// line, a header, or a link that reads backwards.
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** User text on one line: a name, a title, a subject. */
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
