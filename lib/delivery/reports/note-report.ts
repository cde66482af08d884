import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { MailMessageRow } from "@/db/schema/messages";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditEventType } from "@/lib/records/audit/events";
import { moveMailOn, noteQueuedMail, type MailNews, type ReportedMail } from "@/lib/records/mails/note-mail";
import { enqueue } from "@/lib/records/outbox/enqueue";

const auditTypes = {
  accepted: null,
  delivered: "mail.delivered",
  bounced: "mail.bounced",
  complained: "mail.complained",
} as const satisfies Record<MailNews["state"], AuditEventType | null>;

/**
 * Updates an e-mail's state from a report, in one transaction with the audit event and, for a bounce, the e-mail to the requester. A repeated
 * or outdated report, or one about an unknown e-mail, changes nothing. Returns whether anything changed. In that case, call
 * `ctx.wakeOutbox()`.
 */
export async function noteReport(ctx: Ctx, reported: ReportedMail, news: MailNews): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const mail = await moveMailOn(tx, reported, news);
    if (!mail) return false;
    const type = auditTypes[news.state];
    if (type !== null) await appendAuditEvent(tx, systemActor, mail.fileId, { type, data: describe(mail) });
    if (news.state === "bounced") await tellRequester(tx, mail);
    return true;
  });
}

function describe({ id, template, signRequestId, accountId, reason }: MailMessageRow) {
  return { template, signRequestId, accountId, messageId: id, ...(reason === null ? {} : { reason }) };
}

/**
 * Once per signer, because further e-mails to the same address bounce as well. A bounced e-mail to the requester is not reported to them by
 * e-mail.
 */
async function tellRequester(ctx: Ctx, { fileId, signRequestId, accountId }: MailMessageRow): Promise<void> {
  if (signRequestId === null || accountId !== null) return;
  const [file] = await ctx.db.select({ requesterId: files.requesterId }).from(files).where(eq(files.id, fileId));
  if (!file) return;
  const about = { fileId, signRequestId, accountId: file.requesterId };
  const jobId = await enqueue(ctx, "bounceMail", about, { dedupeKey: `mail:bounce:${fileId}:signer-${signRequestId}` });
  if (jobId === null) return;
  await noteQueuedMail(ctx, { ...about, jobId, template: "bounce" });
  await appendAuditEvent(ctx, systemActor, fileId, {
    type: "mail.queued",
    data: { template: "bounce", signRequestId, accountId: file.requesterId },
  });
}
