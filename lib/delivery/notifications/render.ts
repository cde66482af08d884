import { buffer } from "node:stream/consumers";
import type { File } from "@/db/schema/files";
import type { MailAttachment, MailContent } from "@/lib/channels/messenger";
import { completionMail, copyMail, invitationMail, type InvitationData } from "@/lib/channels/templates/document";
import { mailTranslator, type MailBrand, type MailTranslator } from "@/lib/channels/templates/mail-text";
import {
  bounceMail,
  deadlineMail,
  declineMail,
  delegatedMail,
  delegationMail,
  expiryMail,
  removalMail,
  renewalMail,
  replacementMail,
  retentionMail,
  withdrawalMail,
} from "@/lib/channels/templates/request";
import { systemActor, type Ctx } from "@/lib/context/context";
import { openContent } from "@/lib/documents/content";
import { uniqueNames } from "@/lib/documents/download-archive";
import { isEnvelope, readPdfs } from "@/lib/documents/envelopes/pdfs";
import { isOpen, isPastExpiry } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { isAsked } from "@/lib/records/events/status";
import type { NotificationTemplate } from "@/lib/records/outbox/kinds";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { isReplaceable } from "@/lib/requests/state/status";
import type { MailFacts } from "./mail-facts";

interface MailParts {
  copy: SignedCopy;
  /** The first page as a PNG, or null. */
  thumbnail: Buffer | null;
}

type RenderedFacts = Omit<MailFacts, "brand"> & MailParts & { t: MailTranslator };
type Renderer = (ctx: Ctx, facts: RenderedFacts, now: Date) => MailContent | null;

/** Renders an e-mail from the current state. Null if the e-mail is outdated. */
export function renderNotification(
  ctx: Ctx,
  template: NotificationTemplate,
  facts: Omit<MailFacts, "brand"> & MailParts & { brand: MailBrand },
  now: Date,
): MailContent | null {
  return renderers[template](ctx, { ...facts, t: mailTranslator(facts.language, facts.brand, facts.timeZone) }, now);
}

const renderers: Record<NotificationTemplate, Renderer> = {
  invitation: (ctx, facts, now) => invitation(ctx, facts, now, wasNotifiedBefore(facts) ? "changed" : "first"),
  reminder: (ctx, facts, now) => invitation(ctx, facts, now, "reminder"),
  deadline(ctx, facts, now) {
    const { t, file, signer, name, pending } = facts;
    if (signer) return invitation(ctx, facts, now, "deadline");
    if (!isOpen(file, now) || file.expiresAt === null || pending.length === 0) return null;
    return deadlineMail(t, {
      requesterName: name,
      documentName: file.name,
      expiresAt: file.expiresAt,
      pending,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
  copy(ctx, { t, file, fileNames, requester, name, signer, hasAccount, copy, thumbnail }) {
    if (!signer || signer.removedAt !== null || signer.role !== "cc" || file.status === "draft") return null;
    return copyMail(t, {
      recipientName: name,
      requesterName: requester.displayName,
      requesterEmail: requester.email,
      documentName: file.name,
      description: signer.description,
      subject: signer.subject,
      expiresAt: file.expiresAt,
      pageCount: file.pages.length,
      fileNames,
      thumbnail,
      documentUrl: hasAccount ? documentUrl(ctx, file.uuid) : null,
      isAttached: copy.kind === "attached",
      isFollowed: signer.copyAt.includes("completed"),
    });
  },
  completion(ctx, { t, file, fileNames, requester, name, signer, hasAccount, copy, thumbnail }) {
    if (file.completedAt === null) return null;
    return completionMail(t, {
      recipientName: name,
      documentName: file.name,
      completedAt: file.completedAt,
      documentUrl: hasAccount
        ? documentUrl(ctx, file.uuid)
        : signer && isAsked(signer)
          ? `${ctx.publicUrl}/sign/${revealLink(ctx, signer.linkSealed)}`
          : null,
      copyFrom: signer?.role === "cc" ? requester.displayName : null,
      copy: copy.kind,
      pageCount: file.pages.length,
      fileNames,
      thumbnail,
      verifyUrl: `${ctx.publicUrl}/verify/${file.uuid}`,
    });
  },
  withdrawal(_ctx, { t, file, requester, signer, name }) {
    return signer && file.closedAt !== null
      ? withdrawalMail(t, { signerName: name, requesterName: requester.displayName, documentName: file.name })
      : null;
  },
  removal(_ctx, { t, file, requester, signer, name }) {
    return signer?.removedAt
      ? removalMail(t, { signerName: name, requesterName: requester.displayName, documentName: file.name })
      : null;
  },
  decline(ctx, { t, file, signer, name, decliner }) {
    if (!decliner) return null;
    const isRequester = signer === null;
    return declineMail(t, {
      recipientName: name,
      declinedBy: decliner.displayName || decliner.email,
      role: decliner.role === "approver" ? "approver" : "signer",
      documentName: file.name,
      reason: isRequester ? decliner.declineReason : null,
      documentUrl: isRequester ? documentUrl(ctx, file.uuid) : null,
    });
  },
  expiry(ctx, { t, file, signer, name }) {
    if (file.status !== "expired" || file.expiresAt === null) return null;
    return expiryMail(t, {
      recipientName: name,
      documentName: file.name,
      expiredAt: file.expiresAt,
      documentUrl: signer === null ? documentUrl(ctx, file.uuid) : null,
    });
  },
  retention(ctx, { t, file, name }, now) {
    if (file.contentDueAt === null || file.contentDueAt < now || file.contentDeletedAt !== null) return null;
    return retentionMail(t, {
      recipientName: name,
      documentName: file.name,
      deletionAt: file.contentDueAt,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
  bounce(ctx, { t, file, signer, name }, now) {
    if (!signer || signer.removedAt !== null) return null;
    return bounceMail(t, {
      requesterName: name,
      signerName: signer.displayName || signer.email,
      address: signer.email,
      documentName: file.name,
      canCorrect: isOpen(file, now) && isReplaceable(signer),
      isCopy: !isAsked(signer),
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
  delegation(ctx, { t, file, signer, name, predecessor }) {
    if (!signer || !predecessor) return null;
    return delegationMail(t, {
      requesterName: name,
      delegator: predecessor.displayName || predecessor.email,
      delegate: signer.displayName || signer.email,
      reason: predecessor.delegationReason,
      documentName: file.name,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
  delegated(_ctx, { t, file, requester, name, successor }) {
    if (!successor) return null;
    return delegatedMail(t, {
      signerName: name,
      delegate: successor.displayName || successor.email,
      requesterName: requester.displayName,
      requesterEmail: requester.email,
      documentName: file.name,
    });
  },
  replacement(ctx, { t, file, signer, name, predecessor }) {
    if (!signer) return null;
    return replacementMail(t, {
      requesterName: name,
      from: predecessor && (predecessor.displayName || predecessor.email),
      to: signer.displayName || signer.email,
      documentName: file.name,
      documentUrl: documentUrl(ctx, file.uuid),
      tokensUrl: `${ctx.publicUrl}/developers`,
    });
  },
  renewal(ctx, { t, file, signer, name }, now) {
    if (!signer || signer.removedAt !== null || !isPastExpiry(file, now)) return null;
    return renewalMail(t, {
      recipientName: name,
      askedBy: signer.displayName || signer.email,
      documentName: file.name,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
};

function invitation(
  ctx: Ctx,
  { t, file, fileNames, requester, signer, name, thumbnail, predecessor }: RenderedFacts,
  now: Date,
  occasion: InvitationData["occasion"],
): MailContent | null {
  if (!signer || signer.removedAt !== null || signer.status !== "pending" || !isOpen(file, now)) return null;
  if (signer.role === "cc") return null;
  return invitationMail(t, {
    role: signer.role,
    publicUrl: ctx.publicUrl,
    signRequestUuid: revealLink(ctx, signer.linkSealed),
    signerName: name,
    requesterName: requester.displayName,
    requesterEmail: requester.email,
    documentName: file.name,
    description: signer.description,
    subject: signer.subject,
    expiresAt: file.expiresAt,
    pageCount: file.pages.length,
    fileNames,
    thumbnail,
    occasion,
    delegation: delegationOf(predecessor),
  });
}

function delegationOf(predecessor: MailFacts["predecessor"]): InvitationData["delegation"] {
  if (!predecessor?.delegationReason) return null;
  return { delegator: predecessor.displayName || predecessor.email, reason: predecessor.delegationReason };
}

/** Whether the file was prepared again after the signer had been notified. */
function wasNotifiedBefore({ file, signer, preparedAt }: Pick<MailFacts, "file" | "signer" | "preparedAt">): boolean {
  return file.preparation > 1 && signer?.notifiedAt != null && preparedAt !== null && signer.notifiedAt < preparedAt;
}

function documentUrl(ctx: Ctx, fileUuid: string): string {
  return `${ctx.publicUrl}/documents/${fileUuid}`;
}

/**
 * `too_large`: exceeds the limit `mailAttachmentBytes`. `none`: the message inbox stores no attachments, or the
 * document cannot be read.
 */
export type SignedCopy = { kind: "attached"; attachments: MailAttachment[] } | { kind: "too_large" } | { kind: "none" };

/** The completed document, or all files of an envelope, as attachments of its completion e-mails. */
export async function readSignedCopy(ctx: Ctx, file: File): Promise<SignedCopy> {
  if (ctx.usesMessageInbox) return { kind: "none" };
  if (file.size > ctx.limits.mailAttachmentBytes) return { kind: "too_large" };
  try {
    const pdfs = await readPdfs(ctx, file);
    const names = isEnvelope(file) ? uniqueNames(pdfs.map(({ name }) => name)) : [];
    const attachments: MailAttachment[] = [];
    for (const [index, pdf] of pdfs.entries()) {
      const { stream, fileName } = await openContent(ctx, systemActor, pdf, "current");
      const content = await buffer(stream);
      attachments.push({ filename: names[index] ?? fileName, contentType: "application/pdf", content });
    }
    return { kind: "attached", attachments };
  } catch (error) {
    // A deleted or damaged document must not block the e-mail about it. An unavailable store is retried.
    if (error instanceof DomainError && (error.code === "not_found" || error.code === "integrity_error"))
      return { kind: "none" };
    throw error;
  }
}
