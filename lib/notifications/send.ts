import { appendAuditEvent } from "@/lib/audit/append";
import type { AuditRecord } from "@/lib/audit/events";
import { systemActor, type Ctx } from "@/lib/context";
import { MessagingError, type MailContent, type Messenger } from "@/lib/messaging/messenger";
import { FinalFailure } from "@/lib/outbox/worker";

export interface MailToSend {
  file: { id: number; uuid: string };
  to: string;
  content: MailContent;
  /** The job's key: the same over retries, so that a mail accepted once is not sent twice. */
  jobKey: string;
  /** What the trail says of the mail. */
  about: AuditRecord;
}

/** Hands one mail over, and notes `mail.sent`, or `mail.failed` where no retry can help. Other failures are left to the outbox. */
export async function sendMail(
  ctx: Ctx,
  messenger: Messenger,
  { file, to, content, jobKey, about }: MailToSend,
): Promise<void> {
  try {
    // The file's uuid keeps the keys of two instances apart that share one account at the provider.
    const { providerId } = await messenger.send({ ...content, to, idempotencyKey: `paraph-${file.uuid}-${jobKey}` });
    await ctx.tx((tx) =>
      appendAuditEvent(tx, systemActor, file.id, {
        type: "mail.sent",
        data: { ...about, providerId, isKept: ctx.mailIsKept },
      }),
    );
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    await ctx.tx((tx) => appendAuditEvent(tx, systemActor, file.id, { type: "mail.failed", data: about }));
    throw new FinalFailure(error.detail);
  }
}
