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
 * Moves a mail on as a report says, in one transaction with the audit event and, for a bounce, the e-mail to the requester. A repeated or
 * outdated report and one about an unknown mail change nothing. Returns whether it changed something; call `ctx.wakeOutbox()` then.
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

/** Once per signer: further mails to the same address bounce as well. A bounced mail to the requester is not reported to them by mail. */
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
