import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

/** What an administrator sends to see whether mails leave the server. */
export function gatewayTestMail(words: MailWords): MailContent {
  return renderMail(words, {
    subject: words.say("gatewayTest.subject"),
    blocks: [{ kind: "text", text: words.say("gatewayTest.body") }],
    footer: words.say("gatewayTest.footer"),
  });
}

export function gatewayTestText(words: MailWords): string {
  return words.sayPlain("gatewayTest.body");
}
