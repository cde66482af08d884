import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface RenewalData {
  recipientName: string;
  /** The signer's name, else the address. */
  askedBy: string;
  documentName: string;
  documentUrl: string;
}

/** Tells the requester that a signer came after the deadline and would still sign. */
export function renewalMail(
  words: MailWords,
  { recipientName: name, askedBy: signer, documentName: document, documentUrl }: RenewalData,
): MailContent {
  return renderMail(words, {
    subject: words.say("renewal.subject", { signer, document }),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("renewal.body", { signer, document }) },
      { kind: "text", text: words.say("renewal.renew") },
      { kind: "button", label: words.say("openDocument"), url: documentUrl },
    ],
    footer: words.say("renewal.footer"),
  });
}
