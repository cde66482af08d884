import { createTransport } from "nodemailer";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import { assertMessage, MessagingError, type Messenger } from "./messenger";

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  from: string;
  /** The envelope sender, which receives delivery reports. Null: the address of `from`. */
  returnPath?: string | null;
  /** Also requests reports about delivered e-mail (RFC 3461) if the server supports them. */
  wantsReports?: boolean;
  /** Of the connection and of the server's greeting; each later response has twice as long. */
  timeoutMs?: number;
}

/**
 * E-mail through an SMTP server. SMTP has no idempotency: if the server's response is lost after it accepted the
 * e-mail, the retry has the same Message-ID, by which mailboxes recognise the copy.
 */
export function smtpMessenger({
  url,
  from,
  returnPath = null,
  wantsReports = false,
  timeoutMs = 10_000,
}: SmtpOptions): Messenger {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
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
        reference,
      } = assertMessage(message);
      const messageId = messageIdOf(reference ?? hashOf(idempotencyKey), from);
      const mail = {
        from,
        to,
        subject,
        text,
        html,
        messageId,
        ...(returnPath !== null && { envelope: { from: returnPath, to } }),
        ...(wantsReports &&
          reference && {
            dsn: {
              id: reference,
              return: "headers" as const,
              notify: ["success", "failure"] as ("success" | "failure")[],
            },
          }),
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
      await outgoing("mail", "smtp", () => transport.sendMail(mail)).catch((error: unknown) => {
        throw failed(error);
      });
      return { providerId: messageId };
    },
  };
}

/** Reports quote the Message-ID, so it contains the e-mail's reference. */
function messageIdOf(name: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";
  return `<${name}@${domain}>`;
}

function hashOf(idempotencyKey: string): string {
  return sha256Hex(idempotencyKey).slice(0, 32);
}

/** Commands whose response concerns this recipient and this e-mail. */
const commandsOfTheMail = new Set(["RCPT TO", "DATA"]);

/**
 * RFC 5321 section 4.2.1: 5yz is permanent, 4yz is transient. A refused connection, sign-in or sender is for the
 * operator to fix, so those are retried regardless of their code.
 */
function failed(error: unknown): MessagingError {
  const { code, command, responseCode, message } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
    message?: string;
  };
  const permanent = commandsOfTheMail.has(command ?? "") && responseCode !== undefined && responseCode >= 500;
  return new MessagingError(`the mail server refused the mail: ${code ?? ""} ${message ?? "no reason"}`, !permanent);
}
