import type { MailContent } from "../messenger";
import type { MailBlock } from "./mail-block";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

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
export function declineMail(
  words: MailWords,
  { recipientName: name, declinedBy: decliner, documentName: document, reason, documentUrl }: DeclineData,
): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: words.say("greeting", { name }) },
    { kind: "text", text: words.say("decline.body", { decliner, document }) },
  ];
  if (reason?.trim()) blocks.push({ kind: "text", text: words.say("decline.reason") }, { kind: "quote", text: reason });
  if (documentUrl) blocks.push({ kind: "button", label: words.say("openDocument"), url: documentUrl });
  return renderMail(words, {
    subject: words.say("decline.subject", { document }),
    blocks,
    footer: words.say("takesPart"),
  });
}
