import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { Messenger } from "@/lib/channels/messenger";
import type { MailBrand } from "@/lib/channels/templates/mail-text";
import type { Ctx } from "@/lib/context/context";
import { withLogo } from "@/lib/context/settings/read";
import { readThumbnail } from "@/lib/documents/pages";
import type { AuditRecord } from "@/lib/records/audit/events";
import { forgetMail } from "@/lib/records/mails/note-mail";
import type { NotificationTemplate, OutboxPayloads } from "@/lib/records/outbox/kinds";
import type { JobFacts, OutboxHandlers } from "@/lib/records/outbox/worker";
import { expireFile } from "@/lib/requests/expiry";
import { sendDueReminders } from "@/lib/requests/remind";
import { removeUnprovedContent } from "@/lib/requests/remove-unproved";
import { sendOpeningCode } from "@/lib/signing/identification/open-by-code";
import { deliverAccountMail, deliverPhoneNotice, deliverReset, deliverWebhookMail } from "./account-mail";
import { deliverCode, deliverVisitorCode, recordUndeliveredCode } from "./deliver-code";
import { readMailFacts } from "./mail-facts";
import { readSignedCopy, renderNotification, type SignedCopy } from "./render";
import { recordUndeliveredMail, sendMail } from "./send";

/** The outbox handlers for e-mails, reminders and expiry. Sealing is handled in lib/signing. */
export function makeNotificationHandlers({
  messenger,
}: {
  messenger: Messenger;
}): Pick<
  OutboxHandlers,
  | "notification"
  | "bounceMail"
  | "code"
  | "visitorCode"
  | "accountMail"
  | "phoneNotice"
  | "opening"
  | "reset"
  | "webhookMail"
  | "expire"
  | "remind"
  | "removeUnproved"
  | "onFailure"
> {
  return {
    notification: (ctx, payload, job) => deliverNotification(ctx, messenger, payload, job),
    bounceMail: (ctx, payload, job) => deliverNotification(ctx, messenger, { ...payload, template: "bounce" }, job),
    code: (ctx, payload, job) => deliverCode(ctx, messenger, payload, job),
    visitorCode: (ctx, payload, job) => deliverVisitorCode(ctx, messenger, payload, job),
    accountMail: (ctx, payload, job) => deliverAccountMail(ctx, messenger, payload, job),
    phoneNotice: (ctx, payload, job) => deliverPhoneNotice(ctx, payload, job),
    opening: (ctx, _payload, job) => sendOpeningCode(ctx, job),
    reset: (ctx, _payload, job) => deliverReset(ctx, messenger, job),
    webhookMail: (ctx, payload, job) => deliverWebhookMail(ctx, messenger, payload, job),
    expire: (ctx, payload) => expireFile(ctx, payload.fileId),
    remind: (ctx, payload) => sendDueReminders(ctx, payload.fileId),
    removeUnproved: (ctx, payload) => removeUnprovedContent(ctx, payload.accountId),
    onFailure: {
      notification: (tx, payload, jobId) =>
        recordUndeliveredMail(tx, payload.fileId, aboutNotification(payload), jobId),
      bounceMail: (tx, payload, jobId) =>
        recordUndeliveredMail(tx, payload.fileId, aboutNotification({ ...payload, template: "bounce" }), jobId),
      code: (tx, payload) => recordUndeliveredCode(tx, payload),
    },
  };
}

/** Sends one e-mail about a file from its current state. Outdated jobs are dropped. */
async function deliverNotification(
  ctx: Ctx,
  messenger: Messenger,
  payload: OutboxPayloads["notification"],
  job: JobFacts,
): Promise<void> {
  const facts = await readMailFacts(ctx, payload, job.id);
  const copy = facts && withCopy.has(payload.template) ? await readSignedCopy(ctx, facts.file) : noCopy;
  const { brand, replyTo } = await withLogo(ctx, facts?.brand ?? null);
  const thumbnail =
    facts && withThumbnail.has(payload.template) ? await readThumbnail(ctx, facts.file, facts.signer) : null;
  const content =
    facts && renderNotification(ctx, payload.template, { ...facts, copy, brand, thumbnail }, await ctx.now());
  if (!facts || !content) {
    if (!(await forgetIfOutdated(ctx, payload, job, brand))) return deliverNotification(ctx, messenger, payload, job);
    ctx.log.info(
      { job: job.key, template: payload.template, file: payload.fileId },
      "an e-mail is outdated and is not sent",
    );
    return;
  }
  const attachments = copy.kind === "attached" ? copy.attachments : [];
  await sendMail(ctx, messenger, {
    file: facts.file,
    to: facts.to,
    content,
    attachments,
    replyTo,
    job,
    recipient: { signRequestId: payload.signRequestId, accountId: payload.accountId },
    template: payload.template,
    about: aboutNotification(payload),
    reference: facts.reference,
  });
}

/**
 * Deletes the record of an e-mail that is still outdated once no change of its document is under way, and returns
 * whether it was. A change that opens an expired document again counts on the record: without it, the person is invited
 * again.
 */
function forgetIfOutdated(
  ctx: Ctx,
  payload: OutboxPayloads["notification"],
  job: JobFacts,
  brand: MailBrand,
): Promise<boolean> {
  return ctx.tx(async (tx) => {
    await tx.db.select({ id: files.id }).from(files).where(eq(files.id, payload.fileId)).for("share");
    const facts = await readMailFacts(tx, payload, job.id);
    const shown = facts && { ...facts, copy: noCopy, thumbnail: null, brand };
    if (shown && renderNotification(tx, payload.template, shown, await tx.now())) return false;
    await forgetMail(tx, job.id);
    return true;
  });
}

function aboutNotification({ template, signRequestId, accountId }: OutboxPayloads["notification"]): AuditRecord {
  return { template, signRequestId, accountId };
}

/** E-mails that show the document. */
const withThumbnail: ReadonlySet<NotificationTemplate> = new Set(["invitation", "copy", "reminder", "completion"]);
/** E-mails with the document as an attachment. */
const withCopy: ReadonlySet<NotificationTemplate> = new Set(["copy", "completion"]);

const noCopy: SignedCopy = { kind: "none" };
