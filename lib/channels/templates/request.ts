import type { MailContent } from "@/lib/channels/messenger";
import { sender } from "./document";
import type { MailTranslator } from "./mail-text";
import { renderMail, type MailBlock } from "./render-mail";

export interface DeclineData {
  recipientName: string;
  /** The signer who declined, or the approver who rejected. */
  declinedBy: string;
  role: "signer" | "approver";
  documentName: string;
  /** The signer's reason, shown to the requester but not to other signers. */
  reason: string | null;
  /** The document's page for the requester, or null for signers. */
  documentUrl: string | null;
}

/** Notifies the requester and the other notified signers that a signer declined, which ends the request. */
export function declineMail(
  t: MailTranslator,
  { recipientName: name, declinedBy: decliner, role, documentName: document, reason, documentUrl }: DeclineData,
): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: t.phrase("greeting", { name }) },
    {
      kind: "text",
      text: t.phrase(role === "approver" ? "decline.bodyRejected" : "decline.body", { decliner, document }),
    },
  ];
  if (reason?.trim()) blocks.push({ kind: "text", text: t.phrase("decline.reason") }, { kind: "quote", text: reason });
  if (documentUrl) blocks.push({ kind: "button", label: t.phrase("openDocument"), url: documentUrl });
  return renderMail(t, {
    subject: t.phrase("decline.subject", { document }),
    blocks,
    footer: t.phrase("takesPart"),
  });
}

export interface ExpiryData {
  recipientName: string;
  documentName: string;
  expiredAt: Date;
  /** The page on which the requester can extend the deadline, or null for signers. */
  documentUrl: string | null;
}

export interface DeadlineData {
  requesterName: string;
  documentName: string;
  expiresAt: Date;
  /** Names of the signers whose turn it is. */
  pending: readonly string[];
  documentUrl: string;
}

/** Warns the requester that the deadline is approaching, with the signers who have not signed. */
export function deadlineMail(
  t: MailTranslator,
  { requesterName: name, documentName: document, expiresAt, pending, documentUrl }: DeadlineData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("deadline.subject", { document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("deadline.body", { document, date: t.date(expiresAt), count: pending.length }) },
      { kind: "quote", text: pending.join("\n") },
      { kind: "text", text: t.phrase("deadline.extend") },
      { kind: "button", label: t.phrase("openDocument"), url: documentUrl },
    ],
    footer: t.phrase("takesPart"),
  });
}

/** Notifies the recipient that the request has expired. */
export function expiryMail(
  t: MailTranslator,
  { recipientName: name, documentName: document, expiredAt, documentUrl }: ExpiryData,
): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: t.phrase("greeting", { name }) },
    { kind: "text", text: t.phrase("expiry.body", { document, date: t.date(expiredAt) }) },
  ];
  if (documentUrl)
    blocks.push(
      { kind: "text", text: t.phrase("expiry.renew") },
      { kind: "button", label: t.phrase("openDocument"), url: documentUrl },
    );
  return renderMail(t, {
    subject: t.phrase("expiry.subject", { document }),
    blocks,
    footer: t.phrase("takesPart"),
  });
}

export interface RetentionData {
  recipientName: string;
  documentName: string;
  deletionAt: Date;
  documentUrl: string;
}

/** Announces that the content of a document will be deleted. */
export function retentionMail(
  t: MailTranslator,
  { recipientName: name, documentName: document, deletionAt, documentUrl }: RetentionData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("retention.subject", { document, date: t.date(deletionAt) }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("retention.body", { document, date: t.date(deletionAt) }) },
      { kind: "text", text: t.phrase("retention.stays") },
      { kind: "button", label: t.phrase("openDocument"), url: documentUrl },
    ],
    footer: t.phrase("takesPart"),
  });
}

export interface RemovalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Notifies a signer that they were withdrawn while the request continues. */
export function removalMail(
  t: MailTranslator,
  { signerName: name, requesterName: requester, documentName: document }: RemovalData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("removal.subject", { document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("removal.body", { requester, document }) },
    ],
    footer: t.phrase("wasAsked"),
  });
}

export interface RenewalData {
  recipientName: string;
  /** The signer's name, or otherwise the address. */
  askedBy: string;
  documentName: string;
  documentUrl: string;
}

/** Notifies the requester that a signer wants to sign after the deadline. */
export function renewalMail(
  t: MailTranslator,
  { recipientName: name, askedBy: signer, documentName: document, documentUrl }: RenewalData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("renewal.subject", { signer, document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("renewal.body", { signer, document }) },
      { kind: "text", text: t.phrase("renewal.renew") },
      { kind: "button", label: t.phrase("openDocument"), url: documentUrl },
    ],
    footer: t.phrase("renewal.footer"),
  });
}

export interface BounceData {
  requesterName: string;
  signerName: string;
  address: string;
  documentName: string;
  /** Further e-mails are still to come, so another address helps. */
  canCorrect: boolean;
  /** The e-mail was for a recipient who only gets copies. */
  isCopy: boolean;
  documentUrl: string;
}

/** Notifies the requester that an e-mail to a signer did not arrive. */
export function bounceMail(
  t: MailTranslator,
  {
    requesterName: name,
    signerName: signer,
    address,
    documentName: document,
    canCorrect,
    isCopy,
    documentUrl,
  }: BounceData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("bounce.subject", { signer, document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("bounce.body", { address, document }) },
      ...(canCorrect
        ? [{ kind: "text", text: t.phrase(isCopy ? "bounce.correctCopy" : "bounce.correct") } as const]
        : []),
      { kind: "button", label: t.phrase(canCorrect ? "bounce.action" : "openDocument"), url: documentUrl },
    ],
    footer: t.phrase("bounce.footer"),
  });
}

export interface DelegationData {
  requesterName: string;
  delegator: string;
  delegate: string;
  /** The delegator's reason, or null if none was given. */
  reason: string | null;
  documentName: string;
  documentUrl: string;
}

/** Notifies the requester that a signer delegated the signature to another person. */
export function delegationMail(
  t: MailTranslator,
  { requesterName: name, delegator, delegate, reason, documentName: document, documentUrl }: DelegationData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("delegation.subject", { delegator, document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("delegation.body", { delegator, delegate, document }) },
      ...(reason === null
        ? []
        : ([
            { kind: "text", text: t.phrase("decline.reason") },
            { kind: "quote", text: reason },
          ] as const)),
      { kind: "button", label: t.phrase("openDocument"), url: documentUrl },
    ],
    footer: t.phrase("takesPart"),
  });
}

interface ReplacementData {
  requesterName: string;
  /** The person replaced; null if the whole set of people was replaced. */
  from: string | null;
  to: string;
  documentName: string;
  documentUrl: string;
  /** The page with the account's API tokens. */
  tokensUrl: string;
}

/** Notifies the requester that an API token gave a signer's place to another person, in case the token was stolen. */
export function replacementMail(
  t: MailTranslator,
  { requesterName: name, from, to, documentName: document, documentUrl, tokensUrl }: ReplacementData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("replacement.subject", { to, document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      {
        kind: "text",
        text:
          from === null
            ? t.phrase("replacement.added", { to, document })
            : t.phrase("replacement.body", { from, to, document }),
      },
      { kind: "text", text: t.phrase("replacement.caution") },
      { kind: "button", label: t.phrase("openDocument"), url: documentUrl },
      { kind: "link", label: t.phrase("replacement.tokens"), url: tokensUrl },
    ],
    footer: t.phrase("takesPart"),
  });
}

export interface DelegatedData {
  signerName: string;
  delegate: string;
  requesterName: string;
  requesterEmail: string;
  documentName: string;
}

/** Confirms to a signer that they delegated, in case somebody else did it in their name. */
export function delegatedMail(
  t: MailTranslator,
  { signerName: name, delegate, requesterName, requesterEmail, documentName: document }: DelegatedData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("delegated.subject", { document, delegate }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("delegated.body", { document, delegate }) },
      { kind: "text", text: t.phrase("delegated.caution", sender(requesterName, requesterEmail)) },
    ],
    footer: t.phrase("wasAsked"),
  });
}

export interface WithdrawalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Notifies a signer that the whole request was withdrawn. */
export function withdrawalMail(
  t: MailTranslator,
  { signerName: name, requesterName: requester, documentName: document }: WithdrawalData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("withdrawal.subject", { document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("withdrawal.body", { requester, document }) },
    ],
    footer: t.phrase("wasAsked"),
  });
}
