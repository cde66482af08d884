import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { assertMessage } from "./assert-message";
import { MessagingError, type Messenger } from "./messenger";

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  from: string;
}

/**
 * Mail through an SMTP server. SMTP knows no idempotency: should the server's answer get lost after it took the mail,
 * a retry carries the same Message-ID, by which mailboxes recognise the copy.
 */
export function smtpMessenger({ url, from }: SmtpOptions): Messenger {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      const { to, subject, text, html, attachments, idempotencyKey } = assertMessage(message);
      const messageId = messageIdOf(idempotencyKey, from);
      const mail = {
        from,
        to,
        subject,
        text,
        html,
        messageId,
        headers: { "Auto-Submitted": "auto-generated" },
        ...(attachments && { attachments }),
      };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw failed(error);
      });
      return { providerId: messageId };
    },
  };
}

function messageIdOf(idempotencyKey: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";
  return `<${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}@${domain}>`;
}

/** RFC 5321 section 4.2.1: 5yz is for good, 4yz for now. Refused log-ins and broken connections are ours to mend, so they are retried. */
function failed(error: unknown): MessagingError {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const permanent = code !== "EAUTH" && responseCode !== undefined && responseCode >= 500;
  return new MessagingError(`the mail server refused the mail: ${code ?? ""} ${message ?? "no reason"}`, !permanent, {
    cause: error,
  });
}
