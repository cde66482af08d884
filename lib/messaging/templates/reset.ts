import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface ResetData {
  name: string;
  /** Alone on its line in the plain text. */
  url: string;
  lifetimeMinutes: number;
}

/** Leads to the page where a new password is set. */
export function resetMail(words: MailWords, { name, url, lifetimeMinutes }: ResetData): MailContent {
  return renderMail(words, {
    subject: words.say("reset.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say("reset.body") },
      { kind: "button", label: words.say("setPassword"), url },
      { kind: "text", text: words.say("reset.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: words.say("reset.caution") },
    ],
    footer: words.say("reset.footer"),
  });
}
