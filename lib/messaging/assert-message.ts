import { MessagingError, type MailMessage } from "./messenger";
import { oneLine, shortened } from "./safe-text";

// One address and nothing else: no display name, no list, no comment, no quoted local part, no room for a header.
const bareAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * The last gate before a provider: whoever built the message, nothing in it can add a recipient or a header.
 * Answers the message with a clean subject and file names. Throws `MessagingError`, not retryable.
 */
export function assertMessage(message: MailMessage): MailMessage {
  if (!bareAddress.test(message.to) || message.to.length > 254) {
    throw new MessagingError("the recipient is not one bare address", false);
  }
  if (!visibleAscii.test(message.idempotencyKey)) {
    throw new MessagingError("the idempotency key is not visible ASCII", false);
  }
  const attachments = message.attachments?.map((attachment) => ({
    ...attachment,
    filename: fileName(attachment.filename),
  }));
  return { ...message, subject: shortened(oneLine(message.subject), 200), ...(attachments && { attachments }) };
}

function fileName(name: string): string {
  return shortened(oneLine(name).replace(/[/\\"]/g, "_"), 120);
}
