import type { MailContent } from "@/lib/channels/messenger";
import type { MailTranslator } from "./mail-text";
import { renderMail, type DocumentCard, type MailBlock } from "./render-mail";

export interface InvitationData {
  publicUrl: string;
  /** This signer's bearer secret; it leaves the service only in this mail. */
  signRequestUuid: string;
  signerName: string;
  requesterName: string;
  requesterEmail: string;
  documentName: string;
  /** The requester's message to this signer. */
  description: string | null;
  expiresAt: Date | null;
  pageCount: number;
  /** The first page as a PNG; null for none. */
  thumbnail: Buffer | null;
  /** `changed`: the request was prepared again after this signer had been notified. */
  occasion: "first" | "reminder" | "changed";
}

/** Asks a signer to sign. The plain text holds `{publicUrl}/sign/{uuid}` alone on one line. */
export function invitationMail(t: MailTranslator, data: InvitationData): MailContent {
  const { occasion, requesterName: requester, requesterEmail: address, documentName: document } = data;
  const blocks: MailBlock[] = [
    { kind: "text", text: t.say("greeting", { name: data.signerName }) },
    { kind: "text", text: t.say(`invitation.body.${occasion}`, { requester, address, document }) },
    { kind: "document", card: invitationCard(t, data) },
    { kind: "button", label: t.say("invitation.action"), url: `${data.publicUrl}/sign/${data.signRequestUuid}` },
  ];
  if (data.description?.trim())
    blocks.push(
      { kind: "text", text: t.say("invitation.writes", { requester }) },
      { kind: "quote", text: data.description },
    );
  blocks.push({ kind: "text", text: t.say("invitation.yours") });
  return renderMail(t, {
    subject: t.say(`invitation.subject.${occasion}`, { requester, document }),
    blocks,
    footer: t.say("invitation.footer", { address }),
  });
}

function invitationCard(t: MailTranslator, data: InvitationData): DocumentCard {
  return {
    title: data.documentName,
    thumbnail: data.thumbnail,
    lines: [
      t.say("card.pages", { count: data.pageCount }),
      t.say("card.from", { requester: data.requesterName, address: data.requesterEmail }),
      ...(data.expiresAt ? [t.say("card.until", { date: t.date(data.expiresAt) })] : []),
    ],
  };
}

export interface CompletionData {
  recipientName: string;
  documentName: string;
  completedAt: Date;
  pageCount: number;
  /** The first page as a PNG; null for none. */
  thumbnail: Buffer | null;
  /** Where this recipient reads and downloads the document: the sign link for signers without an account. */
  documentUrl: string;
  /** Whether the signed PDF is attached, or too large for that. */
  copy: "attached" | "too_large" | "none";
  /** Where anybody can verify it. */
  verifyUrl: string;
}

/** Tells a signer or the requester that everybody has signed and the document is sealed. */
export function completionMail(
  t: MailTranslator,
  { recipientName: name, documentName: document, completedAt, documentUrl, verifyUrl, copy, ...card }: CompletionData,
): MailContent {
  return renderMail(t, {
    subject: t.say("completion.subject", { document }),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say("completion.body", { document, date: t.date(completedAt) }) },
      {
        kind: "document",
        card: {
          title: document,
          thumbnail: card.thumbnail,
          lines: [
            t.say("card.pages", { count: card.pageCount }),
            t.say("card.completed", { date: t.date(completedAt) }),
          ],
        },
      },
      ...(copy === "none" ? [] : [{ kind: "text", text: t.say(`completion.${copy}`) } as const]),
      { kind: "button", label: t.say("openDocument"), url: documentUrl },
      { kind: "link", label: t.say("completion.verify"), url: verifyUrl },
    ],
    footer: t.say("completion.footer"),
  });
}

export interface DeclineData {
  recipientName: string;
  /** The signer who declined. */
  declinedBy: string;
  documentName: string;
  /** The signer's reason, shown to the requester but not to other signers. */
  reason: string | null;
  /** Where the requester reads more; null for signers. */
  documentUrl: string | null;
}

/** Tells the requester and the other notified signers that a signer declined, which ends the request. */
export function declineMail(
  t: MailTranslator,
  { recipientName: name, declinedBy: decliner, documentName: document, reason, documentUrl }: DeclineData,
): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: t.say("greeting", { name }) },
    { kind: "text", text: t.say("decline.body", { decliner, document }) },
  ];
  if (reason?.trim()) blocks.push({ kind: "text", text: t.say("decline.reason") }, { kind: "quote", text: reason });
  if (documentUrl) blocks.push({ kind: "button", label: t.say("openDocument"), url: documentUrl });
  return renderMail(t, {
    subject: t.say("decline.subject", { document }),
    blocks,
    footer: t.say("takesPart"),
  });
}

export interface ExpiryData {
  recipientName: string;
  documentName: string;
  expiredAt: Date;
  /** Where the requester can extend the deadline; null for signers. */
  documentUrl: string | null;
}

/** Tells the recipient that the request has expired. */
export function expiryMail(
  t: MailTranslator,
  { recipientName: name, documentName: document, expiredAt, documentUrl }: ExpiryData,
): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: t.say("greeting", { name }) },
    { kind: "text", text: t.say("expiry.body", { document, date: t.date(expiredAt) }) },
  ];
  if (documentUrl)
    blocks.push(
      { kind: "text", text: t.say("expiry.renew") },
      { kind: "button", label: t.say("openDocument"), url: documentUrl },
    );
  return renderMail(t, {
    subject: t.say("expiry.subject", { document }),
    blocks,
    footer: t.say("takesPart"),
  });
}

export interface RetentionData {
  recipientName: string;
  documentName: string;
  deletionAt: Date;
  documentUrl: string;
}

/** Tells that the content of a document will be deleted. */
export function retentionMail(
  t: MailTranslator,
  { recipientName: name, documentName: document, deletionAt, documentUrl }: RetentionData,
): MailContent {
  return renderMail(t, {
    subject: t.say("retention.subject", { document, date: t.date(deletionAt) }),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say("retention.body", { document, date: t.date(deletionAt) }) },
      { kind: "text", text: t.say("retention.stays") },
      { kind: "button", label: t.say("openDocument"), url: documentUrl },
    ],
    footer: t.say("takesPart"),
  });
}

export interface RemovalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Tells a signer that they were withdrawn while the request continues. */
export function removalMail(
  t: MailTranslator,
  { signerName: name, requesterName: requester, documentName: document }: RemovalData,
): MailContent {
  return renderMail(t, {
    subject: t.say("removal.subject", { document }),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say("removal.body", { requester, document }) },
    ],
    footer: t.say("wasAsked"),
  });
}

export interface RenewalData {
  recipientName: string;
  /** The signer's name, else the address. */
  askedBy: string;
  documentName: string;
  documentUrl: string;
}

/** Tells the requester that a signer wants to sign after the deadline. */
export function renewalMail(
  t: MailTranslator,
  { recipientName: name, askedBy: signer, documentName: document, documentUrl }: RenewalData,
): MailContent {
  return renderMail(t, {
    subject: t.say("renewal.subject", { signer, document }),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say("renewal.body", { signer, document }) },
      { kind: "text", text: t.say("renewal.renew") },
      { kind: "button", label: t.say("openDocument"), url: documentUrl },
    ],
    footer: t.say("renewal.footer"),
  });
}

export interface WithdrawalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Tells a signer that the whole request was withdrawn. */
export function withdrawalMail(
  t: MailTranslator,
  { signerName: name, requesterName: requester, documentName: document }: WithdrawalData,
): MailContent {
  return renderMail(t, {
    subject: t.say("withdrawal.subject", { document }),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say("withdrawal.body", { requester, document }) },
    ],
    footer: t.say("wasAsked"),
  });
}
