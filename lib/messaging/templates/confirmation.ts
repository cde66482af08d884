import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface ConfirmationData {
  name: string;
  /** Alone on its line in the plain text. */
  url: string;
  lifetimeMinutes: number;
}

/** Asks whoever made an account to confirm that the address is theirs. */
export function confirmationMail(words: MailWords, { name, url, lifetimeMinutes }: ConfirmationData): MailContent {
  return renderMail(words, {
    subject: words.say("confirmation.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("confirmation.body") },
      { kind: "button", label: words.say("confirmation.action"), url },
      { kind: "text", text: words.say("confirmation.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: words.say("confirmation.caution") },
    ],
    footer: words.say("confirmation.footer"),
  });
}
