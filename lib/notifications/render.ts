import type { Ctx } from "@/lib/context";
import { isOpen, isPastExpiry } from "@/lib/files/status";
import type { MailContent } from "@/lib/messaging/messenger";
import { completionMail } from "@/lib/messaging/templates/completion";
import { declineMail } from "@/lib/messaging/templates/decline";
import { expiryMail } from "@/lib/messaging/templates/expiry";
import { invitationMail, type InvitationData } from "@/lib/messaging/templates/invitation";
import { removalMail } from "@/lib/messaging/templates/removal";
import { renewalMail } from "@/lib/messaging/templates/renewal";
import { withdrawalMail } from "@/lib/messaging/templates/withdrawal";
import type { NotificationTemplate } from "@/lib/outbox/kinds";
import { revealLink } from "@/lib/sign-requests/link";
import type { MailFacts } from "./mail-facts";

type Renderer = (ctx: Ctx, facts: MailFacts, now: Date) => MailContent | null;

/** What a mail says now; null when the world has moved on and it would be wrong to send it. */
export function renderNotification(ctx: Ctx, template: NotificationTemplate, facts: MailFacts, now: Date): MailContent | null {
  return renderers[template](ctx, facts, now);
}

const renderers: Record<NotificationTemplate, Renderer> = {
  invitation: (ctx, facts, now) => invitation(ctx, facts, now, wasToldBefore(facts) ? "changed" : "first"),
  reminder: (ctx, facts, now) => invitation(ctx, facts, now, "reminder"),
  completion(ctx, { file, name }) {
    if (file.completedAt === null) return null;
    return completionMail({ recipientName: name, documentName: file.name, completedAt: file.completedAt, documentUrl: documentUrl(ctx, file.uuid), verifyUrl: `${ctx.publicUrl}/verify/${file.uuid}` });
  },
  withdrawal(_ctx, { file, requester, signer, name }) {
    return signer && file.closedAt !== null ? withdrawalMail({ signerName: name, requesterName: requester.displayName, documentName: file.name }) : null;
  },
  removal(_ctx, { file, requester, signer, name }) {
    return signer?.removedAt ? removalMail({ signerName: name, requesterName: requester.displayName, documentName: file.name }) : null;
  },
  decline(ctx, { file, signer, name, decliner }) {
    if (!decliner) return null;
    const isRequester = signer === null;
    return declineMail({
      recipientName: name,
      declinedBy: decliner.displayName || decliner.email,
      documentName: file.name,
      reason: isRequester ? decliner.declineReason : null,
      documentUrl: isRequester ? documentUrl(ctx, file.uuid) : null,
    });
  },
  expiry(ctx, { file, signer, name }) {
    if (file.status !== "expired" || file.expiresAt === null) return null;
    return expiryMail({ recipientName: name, documentName: file.name, expiredAt: file.expiresAt, documentUrl: signer === null ? documentUrl(ctx, file.uuid) : null });
  },
  renewal(ctx, { file, signer, name }, now) {
    if (!signer || signer.removedAt !== null || !isPastExpiry(file, now)) return null;
    return renewalMail({ recipientName: name, askedBy: signer.displayName || signer.email, documentName: file.name, documentUrl: documentUrl(ctx, file.uuid) });
  },
};

function invitation(ctx: Ctx, { file, requester, signer, name }: MailFacts, now: Date, occasion: InvitationData["occasion"]): MailContent | null {
  if (!signer || signer.removedAt !== null || signer.status !== "pending" || !isOpen(file, now)) return null;
  return invitationMail({
    publicUrl: ctx.publicUrl,
    signRequestUuid: revealLink(ctx, signer.linkSealed),
    signerName: name,
    requesterName: requester.displayName,
    requesterEmail: requester.email,
    documentName: file.name,
    description: signer.description,
    expiresAt: file.expiresAt,
    occasion,
  });
}

/** Whether the file was prepared anew after the signer had been told of it. */
function wasToldBefore({ file, signer, preparedAt }: MailFacts): boolean {
  return file.preparation > 1 && signer?.toldAt != null && preparedAt !== null && signer.toldAt < preparedAt;
}

function documentUrl(ctx: Ctx, fileUuid: string): string {
  return `${ctx.publicUrl}/documents/${fileUuid}`;
}
