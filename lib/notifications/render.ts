import type { Ctx } from "@/lib/context";
import { isOpen, isPastExpiry } from "@/lib/files/status";
import type { MailContent } from "@/lib/messaging/messenger";
import { completionMail } from "@/lib/messaging/templates/completion";
import { declineMail } from "@/lib/messaging/templates/decline";
import { expiryMail } from "@/lib/messaging/templates/expiry";
import { invitationMail, type InvitationData } from "@/lib/messaging/templates/invitation";
import { mailWords, type MailWords } from "@/lib/messaging/templates/mail-words";
import { removalMail } from "@/lib/messaging/templates/removal";
import { renewalMail } from "@/lib/messaging/templates/renewal";
import { withdrawalMail } from "@/lib/messaging/templates/withdrawal";
import type { NotificationTemplate } from "@/lib/outbox/kinds";
import { revealLink } from "@/lib/sign-requests/link";
import type { MailFacts } from "./mail-facts";

type Renderer = (ctx: Ctx, facts: MailFacts & { words: MailWords }, now: Date) => MailContent | null;

/** What a mail says now; null when the world has moved on and it would be wrong to send it. */
export function renderNotification(
  ctx: Ctx,
  template: NotificationTemplate,
  facts: MailFacts,
  now: Date,
): MailContent | null {
  return renderers[template](ctx, { ...facts, words: mailWords(facts.language) }, now);
}

const renderers: Record<NotificationTemplate, Renderer> = {
  invitation: (ctx, facts, now) => invitation(ctx, facts, now, wasToldBefore(facts) ? "changed" : "first"),
  reminder: (ctx, facts, now) => invitation(ctx, facts, now, "reminder"),
  completion(ctx, { words, file, name }) {
    if (file.completedAt === null) return null;
    return completionMail(words, {
      recipientName: name,
      documentName: file.name,
      completedAt: file.completedAt,
      documentUrl: documentUrl(ctx, file.uuid),
      verifyUrl: `${ctx.publicUrl}/verify/${file.uuid}`,
    });
  },
  withdrawal(_ctx, { words, file, requester, signer, name }) {
    return signer && file.closedAt !== null
      ? withdrawalMail(words, { signerName: name, requesterName: requester.displayName, documentName: file.name })
      : null;
  },
  removal(_ctx, { words, file, requester, signer, name }) {
    return signer?.removedAt
      ? removalMail(words, { signerName: name, requesterName: requester.displayName, documentName: file.name })
      : null;
  },
  decline(ctx, { words, file, signer, name, decliner }) {
    if (!decliner) return null;
    const isRequester = signer === null;
    return declineMail(words, {
      recipientName: name,
      declinedBy: decliner.displayName || decliner.email,
      documentName: file.name,
      reason: isRequester ? decliner.declineReason : null,
      documentUrl: isRequester ? documentUrl(ctx, file.uuid) : null,
    });
  },
  expiry(ctx, { words, file, signer, name }) {
    if (file.status !== "expired" || file.expiresAt === null) return null;
    return expiryMail(words, {
      recipientName: name,
      documentName: file.name,
      expiredAt: file.expiresAt,
      documentUrl: signer === null ? documentUrl(ctx, file.uuid) : null,
    });
  },
  renewal(ctx, { words, file, signer, name }, now) {
    if (!signer || signer.removedAt !== null || !isPastExpiry(file, now)) return null;
    return renewalMail(words, {
      recipientName: name,
      askedBy: signer.displayName || signer.email,
      documentName: file.name,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
};

function invitation(
  ctx: Ctx,
  { words, file, requester, signer, name }: MailFacts & { words: MailWords },
  now: Date,
  occasion: InvitationData["occasion"],
): MailContent | null {
  if (!signer || signer.removedAt !== null || signer.status !== "pending" || !isOpen(file, now)) return null;
  return invitationMail(words, {
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
