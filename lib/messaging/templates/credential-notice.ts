import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface PasswordChangedData {
  name: string;
  resetUrl: string;
}

/** Tells an account's owner that its password was changed, in case it was somebody else. */
export function passwordChangedMail(words: MailWords, { name, resetUrl }: PasswordChangedData): MailContent {
  return renderMail(words, {
    subject: words.say("passwordChanged.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("passwordChanged.body") },
      { kind: "text", text: words.say("passwordChanged.caution") },
      { kind: "button", label: words.say("setPassword"), url: resetUrl },
    ],
    footer: words.say("passwordChanged.footer"),
  });
}
