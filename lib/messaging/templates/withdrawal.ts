import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface WithdrawalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Tells a signer that the whole request was withdrawn. */
export function withdrawalMail(
  words: MailWords,
  { signerName: name, requesterName: requester, documentName: document }: WithdrawalData,
): MailContent {
  return renderMail(words, {
    subject: words.say("withdrawal.subject", { document }),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("withdrawal.body", { requester, document }) },
    ],
    footer: words.say("wasAsked"),
  });
}
