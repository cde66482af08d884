import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface AccountExistsData {
  name: string;
  logInUrl: string;
  resetUrl: string;
}

/** Tells the owner of an account that somebody tried to make another one with its address. */
export function accountExistsMail(words: MailWords, { name, logInUrl, resetUrl }: AccountExistsData): MailContent {
  return renderMail(words, {
    subject: words.say("accountExists.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("accountExists.body") },
      { kind: "button", label: words.say("accountExists.action"), url: logInUrl },
      { kind: "text", text: words.say("accountExists.forgotten") },
      { kind: "link", label: words.say("setPassword"), url: resetUrl },
    ],
    footer: words.say("accountExists.footer"),
  });
}
