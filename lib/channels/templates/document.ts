import type { MailContent } from "@/lib/channels/messenger";
import type { MailTranslator } from "./mail-text";
import { renderMail, type DocumentCard, type MailBlock } from "./render-mail";

export interface InvitationData {
  publicUrl: string;
  /** This signer's bearer secret. It leaves the service only in this e-mail. */
  signRequestUuid: string;
  signerName: string;
  requesterName: string;
  requesterEmail: string;
  documentName: string;
  /** The requester's message to this signer. */
  description: string | null;
  /** The requester's subject. Null: ours. */
  subject: string | null;
  expiresAt: Date | null;
  pageCount: number;
  /** For an envelope: the names of its files in order. Empty for a single document. */
  fileNames: readonly string[];
  /** The first page as a PNG, or null. */
  thumbnail: Buffer | null;
  /** `changed`: the request was prepared again after this signer had been notified. */
  occasion: "first" | "reminder" | "changed" | "deadline";
  role: "signer" | "approver" | "viewer";
  /** The signer who delegated to this one and gave a reason, or null. */
  delegation: { delegator: string; reason: string } | null;
}

const invitationTexts = { signer: "invitation", approver: "approval", viewer: "reading" } as const;

/**
 * Asks a signer to sign, an approver to approve, a viewer to read. The plain text contains `{publicUrl}/sign/{uuid}`
 * alone on one line.
 */
export function invitationMail(t: MailTranslator, data: InvitationData): MailContent {
  const texts = invitationTexts[data.role];
  const { occasion, requesterName: requester, requesterEmail: address, documentName: document } = data;
  const blocks: MailBlock[] = [
    { kind: "text", text: t.phrase("greeting", { name: data.signerName }) },
    { kind: "text", text: t.phrase(`${texts}.body.${occasion}`, { ...sender(requester, address), document }) },
    { kind: "document", card: invitationCard(t, data) },
    { kind: "button", label: t.phrase(`${texts}.action`), url: `${data.publicUrl}/sign/${data.signRequestUuid}` },
  ];
  if (data.delegation)
    blocks.push(
      { kind: "text", text: t.phrase("invitation.delegated", { delegator: data.delegation.delegator }) },
      { kind: "quote", text: data.delegation.reason },
    );
  if (data.description?.trim())
    blocks.push(
      { kind: "text", text: t.phrase("invitation.writes", { requester }) },
      { kind: "quote", text: data.description },
    );
  blocks.push({ kind: "text", text: t.phrase("invitation.yours") });
  return renderMail(t, {
    subject: data.subject
      ? t.phrase(`invitation.ownSubject.${occasion}`, { subject: data.subject })
      : t.phrase(`${texts}.subject.${occasion}`, { requester, document }),
    blocks,
    footer: t.phrase(`${texts}.footer`, { address }),
  });
}

/** The sender as a name with its address, or the address once if there is no name. */
export function sender(requester: string, address: string): { requester: string; address: string; named: 0 | 1 } {
  return { requester, address, named: requester === address ? 0 : 1 };
}

/** For an account without a name, the address is shown. */
function fromLine(t: MailTranslator, requester: string, address: string): DocumentCard["lines"][number] {
  return requester === address
    ? t.phrase("card.fromAddress", { address })
    : t.phrase("card.from", { requester, address });
}

function invitationCard(t: MailTranslator, data: InvitationData): DocumentCard {
  return {
    title: data.documentName,
    thumbnail: data.thumbnail,
    lines: [
      ...contentLines(t, data),
      fromLine(t, data.requesterName, data.requesterEmail),
      ...(data.expiresAt
        ? [t.phrase(data.role === "signer" ? "card.until" : "card.untilOther", { date: t.date(data.expiresAt) })]
        : []),
    ],
  };
}

const mostNames = 5;

/** The number of pages and, for an envelope, the number of files and their names. */
function contentLines(
  t: MailTranslator,
  { pageCount, fileNames }: Pick<InvitationData, "pageCount" | "fileNames">,
): DocumentCard["lines"] {
  const pages = t.phrase("card.pages", { count: pageCount });
  if (fileNames.length === 0) return [pages];
  const count = fileNames.length;
  const names = fileNames.slice(0, mostNames).join(", ");
  const more = count - mostNames;
  return [
    more > 0 ? t.phrase("card.manyFiles", { count, names, more }) : t.phrase("card.files", { count, names }),
    pages,
  ];
}

export interface CompletionData {
  recipientName: string;
  documentName: string;
  completedAt: Date;
  pageCount: number;
  /** As in an invitation. */
  fileNames: readonly string[];
  /** The first page as a PNG, or null. */
  thumbnail: Buffer | null;
  /**
   * The page on which this recipient reads and downloads the document: the sign link for signers without an account.
   * Null if there is none.
   */
  documentUrl: string | null;
  /** The requester's name if the e-mail is a CC's copy. */
  copyFrom: string | null;
  /** Whether the signed PDF is attached, or too large for that. */
  copy: "attached" | "too_large" | "none";
  /** The public verification page. */
  verifyUrl: string;
}

/** Notifies a signer or the requester that all signers have signed and the document is sealed. */
export function completionMail(
  t: MailTranslator,
  {
    recipientName: name,
    documentName: document,
    completedAt,
    documentUrl,
    verifyUrl,
    copy,
    copyFrom,
    ...card
  }: CompletionData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("completion.subject", { document }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("completion.body", { document, date: t.date(completedAt) }) },
      {
        kind: "document",
        card: {
          title: document,
          thumbnail: card.thumbnail,
          lines: [...contentLines(t, card), t.phrase("card.completed", { date: t.date(completedAt) })],
        },
      },
      ...copyText(t, { copy, copyFrom, documentUrl }),
      ...(documentUrl === null ? [] : [{ kind: "button", label: t.phrase("openDocument"), url: documentUrl } as const]),
      { kind: "link", label: t.phrase("completion.verify"), url: verifyUrl },
    ],
    footer:
      copyFrom === null ? t.phrase("completion.footer") : t.phrase("completion.copyFooter", { requester: copyFrom }),
  });
}

function copyText(
  t: MailTranslator,
  { copy, copyFrom, documentUrl }: Pick<CompletionData, "copy" | "copyFrom" | "documentUrl">,
): MailBlock[] {
  if (copy === "none") return [];
  if (copy === "too_large" && documentUrl === null)
    return [{ kind: "text", text: t.phrase("completion.askFor", { requester: copyFrom ?? "" }) }];
  return [{ kind: "text", text: t.phrase(`completion.${copy}`) }];
}

export interface CopyData extends Omit<
  InvitationData,
  "publicUrl" | "signRequestUuid" | "signerName" | "occasion" | "role" | "delegation"
> {
  recipientName: string;
  /** The page on which this recipient reads the document, or null without an account. */
  documentUrl: string | null;
  isAttached: boolean;
  /** Another copy follows when the document is complete. */
  isFollowed: boolean;
}

/** Sends a CC a copy of a document that was sent. It has no sign link. */
export function copyMail(t: MailTranslator, data: CopyData): MailContent {
  const { requesterName: requester, requesterEmail: address, documentName: document } = data;
  const blocks: MailBlock[] = [
    { kind: "text", text: t.phrase("greeting", { name: data.recipientName }) },
    { kind: "text", text: t.phrase("copy.body", { ...sender(requester, address), document }) },
    {
      kind: "document",
      card: {
        title: document,
        thumbnail: data.thumbnail,
        lines: [...contentLines(t, data), fromLine(t, requester, address)],
      },
    },
  ];
  if (data.isAttached) blocks.push({ kind: "text", text: t.phrase("copy.attached") });
  if (data.isFollowed) blocks.push({ kind: "text", text: t.phrase("copy.completed") });
  if (data.documentUrl !== null)
    blocks.push({ kind: "button", label: t.phrase("openDocument"), url: data.documentUrl });
  if (data.description?.trim())
    blocks.push(
      { kind: "text", text: t.phrase("invitation.writes", { requester }) },
      { kind: "quote", text: data.description },
    );
  return renderMail(t, {
    subject: data.subject
      ? t.phrase("invitation.ownSubject.first", { subject: data.subject })
      : t.phrase("copy.subject", { requester, document }),
    blocks,
    footer: t.phrase("copy.footer", { address }),
  });
}
