import type { MailContent } from "../messenger";
import { mailDate } from "./mail-date";
import { renderMail, type MailBlock } from "./render-mail";

export interface ExpiryData {
  recipientName: string;
  documentName: string;
  expiredAt: Date;
  /** Where the requester can give more time; null for signers. */
  documentUrl: string | null;
}

/** Tells that the time to sign has run out. */
export function expiryMail(data: ExpiryData): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: `Hello ${data.recipientName},` },
    { kind: "text", text: `the time to sign “${data.documentName}” ran out on ${mailDate(data.expiredAt)} before everyone had signed. What was signed is kept.` },
  ];
  if (data.documentUrl) {
    blocks.push({ kind: "text", text: "You can give more time; the same links then work again." }, { kind: "link", label: "Open the document", url: data.documentUrl });
  }
  return renderMail({ subject: `Time ran out: “${data.documentName}”`, blocks, footer: "You get this mail because you take part in this request." });
}
