import {
  MessagingError,
  type MailAttachment,
  type MailContent,
  type MailMessage,
  type Messenger,
} from "@/lib/channels/messenger";
import { withPictures } from "@/lib/channels/templates/with-pictures";
import { storeMessage as keep } from "@/lib/delivery/inbox/inbox";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import { FinalFailure } from "@/lib/records/outbox/worker";

interface MailToSend {
  file: { id: number; uuid: string };
  to: string;
  content: MailContent;
  attachments?: MailAttachment[];
  /** Where answers go; null: to the sender. */
  replyTo: string | null;
  /** The job's key: the same for every try, so that an accepted mail is not sent twice. */
  jobKey: string;
  /** The data of the mail's audit event. */
  about: AuditRecord;
}

/** Hands over one mail and records `mail.sent`, or `mail.failed` for a permanent failure. Other failures are left to the outbox. */
export async function sendMail(
  ctx: Ctx,
  messenger: Messenger,
  { file, to, content, attachments = [], replyTo, jobKey, about }: MailToSend,
): Promise<void> {
  try {
    // The file's uuid keeps the keys of instances apart that share a provider account.
    const { providerId } = await messenger.send({
      ...content,
      to,
      idempotencyKey: `paraph-${file.uuid}-${jobKey}`,
      ...(attachments.length > 0 && { attachments }),
      ...(replyTo !== null && { replyTo }),
    });
    await ctx.tx((tx) =>
      appendAuditEvent(tx, systemActor, file.id, {
        type: "mail.sent",
        data: { ...about, providerId, isKept: ctx.usesMessageInbox },
      }),
    );
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    await ctx.tx((tx) => appendAuditEvent(tx, systemActor, file.id, { type: "mail.failed", data: about }));
    throw new FinalFailure(error.detail);
  }
}

/** Stores a mail when no provider is configured, once per key. */
export async function storeMessage(
  ctx: Ctx,
  { to, subject, text, html, inline, idempotencyKey }: MailMessage,
): Promise<void> {
  await keep(ctx, { channel: "email", to, subject, text, html: withPictures(html, inline), idempotencyKey });
}
