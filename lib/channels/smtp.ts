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
 * Mail through an SMTP server. SMTP has no idempotency: if the server's answer is lost after it accepted the mail, the retry has the same
 * Message-ID, by which mailboxes recognise the copy.
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
      const {
        to,
        subject,
        text,
        html,
        attachments = [],
        inline = [],
        replyTo,
        idempotencyKey,
      } = assertMessage(message);
      const messageId = messageIdOf(idempotencyKey, from);
      const mail = {
        from,
        to,
        subject,
        text,
        html,
        messageId,
        headers: { "Auto-Submitted": "auto-generated" },
        ...(replyTo && { replyTo }),
        attachments: [
          ...attachments,
          ...inline.map(({ cid, contentType, content }) => ({
            filename: `${cid}.png`,
            contentType,
            content,
            cid,
            contentDisposition: "inline" as const,
          })),
        ],
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

/**
 * RFC 5321 section 4.2.1: 5yz is permanent, 4yz is transient. Rejected log-ins and broken connections are for the operator to fix, so they
 * are retried.
 */
function failed(error: unknown): MessagingError {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const permanent = code !== "EAUTH" && responseCode !== undefined && responseCode >= 500;
  return new MessagingError(`the mail server refused the mail: ${code ?? ""} ${message ?? "no reason"}`, !permanent, {
    cause: error,
  });
}
