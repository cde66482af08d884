import type { MailContent } from "../messenger";
import { mailDate } from "./mail-date";
import { renderMail } from "./render-mail";

export interface CompletionData {
  recipientName: string;
  documentName: string;
  completedAt: Date;
  /** Where this recipient reads and downloads the document. */
  documentUrl: string;
  /** Where anybody checks it. */
  verifyUrl: string;
}

/** Tells a signer or the requester that everybody has signed and the document is sealed. */
export function completionMail(data: CompletionData): MailContent {
  return renderMail({
    subject: `Signed by everyone: “${data.documentName}”`,
    blocks: [
      { kind: "text", text: `Hello ${data.recipientName},` },
      { kind: "text", text: `everyone has signed “${data.documentName}”. It was sealed on ${mailDate(data.completedAt)}; from now on any change to it shows.` },
      { kind: "link", label: "Open the document", url: data.documentUrl },
      { kind: "link", label: "Check its signatures", url: data.verifyUrl },
    ],
    footer: "You get this mail because you signed this document or asked for its signatures.",
  });
}
