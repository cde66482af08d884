import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface RenewalData {
  recipientName: string;
  /** The signer's name, else the address. */
  askedBy: string;
  documentName: string;
  documentUrl: string;
}

/** Tells the requester that a signer came after the deadline and would still sign. */
export function renewalMail(data: RenewalData): MailContent {
  return renderMail({
    subject: `${data.askedBy} asks for more time: “${data.documentName}”`,
    blocks: [
      { kind: "text", text: `Hello ${data.recipientName},` },
      { kind: "text", text: `${data.askedBy} opened the link to “${data.documentName}” after the deadline and asks you for more time.` },
      { kind: "text", text: "When you set a later day, the same links work again." },
      { kind: "link", label: "Open the document", url: data.documentUrl },
    ],
    footer: "You get this mail because you sent this request. It is sent once a day at most for each signer.",
  });
}
