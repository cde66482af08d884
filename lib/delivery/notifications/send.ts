import type { SQL } from "drizzle-orm";
import {
  MessagingError,
  type MailAttachment,
  type MailContent,
  type MailMessage,
  type Messenger,
} from "@/lib/channels/messenger";
import { withPictures } from "@/lib/channels/templates/render-mail";
import { systemActor, type Ctx } from "@/lib/context/context";
import { storeMessage } from "@/lib/delivery/inbox/inbox";
import { noteReport } from "@/lib/delivery/reports/receive-report";
import { appendAuditEvent, appendWith } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import { findReference, noteAcceptedMail, noteQueuedMail, type NewMail } from "@/lib/records/mails/note-mail";
import { FinalFailure, type JobFacts } from "@/lib/records/outbox/worker";

interface MailToSend {
  file: { id: number; uuid: string };
  to: string;
  content: MailContent;
  attachments?: MailAttachment[];
  /** The address for replies. Null: the sender's. */
  replyTo: string | null;
  /** The key is the same for every attempt, so that an accepted e-mail is not sent twice. */
  job: Pick<JobFacts, "id" | "key" | "completion">;
  /** Reference of the record created with the job, or null if there is none. */
  reference: string | null;
  /** The signer it goes to or, with an account, the signer it concerns. */
  recipient: Pick<NewMail, "signRequestId" | "accountId">;
  template: string;
  /** The data of the e-mail's audit event. */
  about: AuditRecord;
}

/**
 * Hands one e-mail to the provider and records `mail.sent`, or `mail.failed` for a permanent failure. Other failures
 * are left to the outbox, which calls `onFailure` (handlers.ts) when it stops trying.
 */
export async function sendMail(
  ctx: Ctx,
  messenger: Messenger,
  { file, to, content, attachments = [], replyTo, job, recipient, template, about, reference: known }: MailToSend,
): Promise<void> {
  const reference = known ?? (await noteQueuedMail(ctx, { ...recipient, template, jobId: job.id, fileId: file.id }));
  try {
    // The file's uuid keeps the keys of instances that share a provider account apart.
    const { providerId } = await messenger.send({
      ...content,
      to,
      idempotencyKey: `paraph-${file.uuid}-${job.key}`,
      reference,
      ...(attachments.length > 0 && { attachments }),
      ...(replyTo !== null && { replyTo }),
    });
    const event = {
      type: "mail.sent",
      data: { ...about, providerId, isKept: ctx.usesMessageInbox },
    } as const;
    const { completion } = job;
    await appendWith(ctx, systemActor, file.id, event, [
      (inner, condition) => noteAcceptedMail(inner, reference, providerId, condition).getSQL(),
      ...(completion ? [(_inner: Ctx, condition: SQL) => completion.statement(condition)] : []),
    ]);
    completion?.isCommitted();
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    await ctx.tx(async (tx) => {
      await appendAuditEvent(tx, systemActor, file.id, { type: "mail.failed", data: about });
      await noteReport(tx, { reference, providerId: null }, { state: "bounced", reason: error.detail });
    });
    ctx.wakeOutbox();
    throw new FinalFailure(error.detail);
  }
}

/** Records in the document's trail that an e-mail will not be delivered. */
export async function recordFailedMail(tx: Ctx, fileId: number, about: AuditRecord): Promise<void> {
  await appendAuditEvent(tx, systemActor, fileId, { type: "mail.failed", data: about });
}

/**
 * Records in the trail an e-mail that no server accepted in time. The requester is notified as for any e-mail that did
 * not arrive.
 */
export async function recordUndeliveredMail(tx: Ctx, fileId: number, about: AuditRecord, jobId: number): Promise<void> {
  await recordFailedMail(tx, fileId, about);
  const reference = await findReference(tx, jobId);
  const reason = "No mail server accepted the e-mail in time.";
  if (reference !== null) await noteReport(tx, { reference, providerId: null }, { state: "bounced", reason });
}

/** Stores an e-mail if no provider is configured, once per key. */
export async function storeMail(
  ctx: Ctx,
  { to, subject, text, html, inline, idempotencyKey }: MailMessage,
): Promise<void> {
  await storeMessage(ctx, { channel: "email", to, subject, text, html: withPictures(html, inline), idempotencyKey });
}

/**
 * The provider's idempotency key of a message without a document: a hash of the job under this instance's secret, so
 * that two instances sharing a provider account do not share keys.
 */
export function providerKey(ctx: Pick<Ctx, "secrets">, job: Pick<JobFacts, "key">): string {
  return `paraph-${ctx.secrets.hmac("outbox", job.key).slice(0, 32)}`;
}
