import type { MailContent } from "../messenger";
import type { MailBlock } from "./mail-block";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface ExpiryData {
  recipientName: string;
  documentName: string;
  expiredAt: Date;
  /** Where the requester can give more time; null for signers. */
  documentUrl: string | null;
}

/** Tells that the time to sign has run out. */
export function expiryMail(
  words: MailWords,
  { recipientName: name, documentName: document, expiredAt, documentUrl }: ExpiryData,
): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: words.say("greeting", { name }) },
    { kind: "text", text: words.say("expiry.body", { document, date: words.date(expiredAt) }) },
  ];
  if (documentUrl)
    blocks.push(
      { kind: "text", text: words.say("expiry.renew") },
      { kind: "button", label: words.say("openDocument"), url: documentUrl },
    );
  return renderMail(words, {
    subject: words.say("expiry.subject", { document }),
    blocks,
    footer: words.say("takesPart"),
  });
}
