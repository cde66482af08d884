import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
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
export function completionMail(
  words: MailWords,
  { recipientName: name, documentName: document, completedAt, documentUrl, verifyUrl }: CompletionData,
): MailContent {
  return renderMail(words, {
    subject: words.say("completion.subject", { document }),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("completion.body", { document, date: words.date(completedAt) }) },
      { kind: "button", label: words.say("openDocument"), url: documentUrl },
      { kind: "link", label: words.say("completion.verify"), url: verifyUrl },
    ],
    footer: words.say("completion.footer"),
  });
}
