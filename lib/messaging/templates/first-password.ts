import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface FirstPasswordData {
  name: string;
  /** The instance, as its address names it. */
  host: string;
  /** Alone on its line in the plain text. */
  url: string;
  /** Where another link can be asked for. */
  resetUrl: string;
  lifetimeMinutes: number;
}

/** Tells somebody that an administrator made an account for them, and leads to the page where its first password is set. */
export function firstPasswordMail(
  words: MailWords,
  { name, host, url, resetUrl, lifetimeMinutes }: FirstPasswordData,
): MailContent {
  return renderMail(words, {
    subject: words.say("firstPassword.subject", { host }),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("firstPassword.body", { host }) },
      { kind: "button", label: words.say("firstPassword.action"), url },
      { kind: "text", text: words.say("firstPassword.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "link", label: words.say("firstPassword.another"), url: resetUrl },
      { kind: "text", text: words.say("firstPassword.caution") },
    ],
    footer: words.say("firstPassword.footer"),
  });
}
