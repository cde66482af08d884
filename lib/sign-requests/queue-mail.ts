import type { File } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { enqueue } from "@/lib/outbox/enqueue";
import type { NotificationTemplate } from "@/lib/outbox/kinds";

/** Who gets a mail: one signer, or the requester's account. */
export type MailRecipient = { signRequestId: number } | { accountId: number };

/**
 * Queues one mail about a file in the caller's transaction, with `mail.queued` in the trail. `occasion` tells mails of one
 * template to one person apart: the same recipient, template and occasion is one mail, ever.
 */
export async function queueMail(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  template: NotificationTemplate,
  recipient: MailRecipient,
  occasion: string | number,
): Promise<void> {
  const signRequestId = "signRequestId" in recipient ? recipient.signRequestId : null;
  const accountId = "accountId" in recipient ? recipient.accountId : null;
  const who = signRequestId === null ? `account-${accountId}` : `signer-${signRequestId}`;
  await enqueue(
    ctx,
    "notification",
    { template, fileId: file.id, signRequestId, accountId },
    { dedupeKey: `mail:${template}:${file.id}:${who}:${occasion}` },
  );
  await appendAuditEvent(ctx, actor, file.id, { type: "mail.queued", data: { template, signRequestId, accountId } });
}
