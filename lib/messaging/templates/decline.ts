import type { MailContent } from "../messenger";
import { renderMail, type MailBlock } from "./render-mail";

export interface DeclineData {
  recipientName: string;
  /** Who declined. */
  declinedBy: string;
  documentName: string;
  /** The decliner's words; the requester sees them, other signers do not. */
  reason: string | null;
  /** Where the requester reads more; null for signers. */
  documentUrl: string | null;
}

/** Tells the requester and the other told signers that somebody declined, which ends the request. */
export function declineMail(data: DeclineData): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: `Hello ${data.recipientName},` },
    { kind: "text", text: `${data.declinedBy} has declined to sign “${data.documentName}”. The request has ended; nobody can sign it any more.` },
  ];
  if (data.reason?.trim()) {
    blocks.push({ kind: "text", text: "The reason given:" }, { kind: "quote", text: data.reason });
  }
  if (data.documentUrl) {
    blocks.push({ kind: "link", label: "Open the document", url: data.documentUrl });
  }
  return renderMail({ subject: `Declined: “${data.documentName}”`, blocks, footer: "You get this mail because you take part in this request." });
}
