import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface CertificateRevokedData {
  name: string;
  accountUrl: string;
}

/** Tells an account's owner that the certificate of their signing password was taken back. */
export function certificateRevokedMail(words: MailWords, { name, accountUrl }: CertificateRevokedData): MailContent {
  return renderMail(words, {
    subject: words.say("certificateRevoked.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("certificateRevoked.body") },
      { kind: "text", text: words.say("certificateRevoked.again") },
      { kind: "button", label: words.say("openAccount"), url: accountUrl },
    ],
    footer: words.say("certificateRevoked.footer"),
  });
}
