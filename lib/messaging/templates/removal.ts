import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface RemovalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Tells one signer that they are no longer asked, while the request goes on without them. */
export function removalMail(
  words: MailWords,
  { signerName: name, requesterName: requester, documentName: document }: RemovalData,
): MailContent {
  return renderMail(words, {
    subject: words.say("removal.subject", { document }),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("removal.body", { requester, document }) },
    ],
    footer: words.say("wasAsked"),
  });
}
