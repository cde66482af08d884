import { Resend } from "resend";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import { assertMessage, MessagingError, type MailMessage, type Messenger } from "./messenger";

export interface ResendOptions {
  apiKey: string;
  /** Null for Resend itself, otherwise a compatible server. */
  baseUrl: string | null;
  /** `Name <address>` or an address. */
  from: string;
  timeoutMs?: number;
}

interface ResendFailure {
  message: string;
  statusCode?: number | null;
  name?: string;
}

/**
 * E-mail through Resend's HTTP API. Its client returns errors instead of throwing them, so `error` is always checked.
 */
export function resendMessenger({ apiKey, baseUrl, from, timeoutMs = 15_000 }: ResendOptions): Messenger {
  const client = new Resend(apiKey, baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, "") } : {});
  return {
    async send(message) {
      const checked = assertMessage(message);
      const options = { idempotencyKey: checked.idempotencyKey, signal: AbortSignal.timeout(timeoutMs) };
      const { data, error } = await outgoing("mail", "resend", async (answered) => {
        const answer = await client.emails.send(toPayload(checked, from), options);
        if (answer.error) answered(answer.error.statusCode ?? 0, false);
        return answer;
      }).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : "no reason";
        throw new MessagingError(`Resend did not answer: ${reason}`, true);
      });
      if (error) {
        throw failed(error);
      }
      if (typeof data.id !== "string") {
        throw new MessagingError("Resend answered without an id", true);
      }
      return { providerId: data.id };
    },
  };
}

function toPayload(message: MailMessage, from: string) {
  return {
    from,
    to: [message.to],
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: { "Auto-Submitted": "auto-generated" },
    ...(message.replyTo && { replyTo: message.replyTo }),
    ...(message.reference && { tags: [{ name: referenceTag, value: message.reference }] }),
    ...attachmentsOf(message),
  };
}

function attachmentsOf({ attachments = [], inline = [] }: MailMessage) {
  const pictures = inline.map(({ cid, contentType, content }) => ({
    filename: `${cid}.png`,
    contentType,
    content,
    contentId: cid,
  }));
  return attachments.length + pictures.length === 0 ? {} : { attachments: [...attachments, ...pictures] };
}

// With these statuses the e-mail itself is invalid. All other failures (no response, limits, quotas, a wrong key, 5xx)
// may be temporary.
const permanentStatuses = new Set([400, 413, 422]);
const permanentNames = new Set([
  "invalid_idempotent_request",
  "invalid_attachment",
  "invalid_parameter",
  "missing_required_field",
  "invalid_idempotency_key",
]);

function failed(error: ResendFailure): MessagingError {
  const permanent = permanentStatuses.has(error.statusCode ?? 0) || permanentNames.has(error.name ?? "");
  return new MessagingError(
    `Resend refused the mail: ${error.name ?? error.statusCode ?? "no reason"}: ${error.message}`,
    !permanent,
  );
}

/** The tag that identifies our e-mail in Resend's events. */
export const referenceTag = "paraph_message";
