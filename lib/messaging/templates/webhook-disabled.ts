import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface WebhookDisabledData {
  name: string;
  webhookUrl: string;
  /** It answered that it is gone; otherwise it failed too often. */
  isGone: boolean;
  pageUrl: string;
}

/** Tells the owner that nothing is sent to a webhook any more. */
export function webhookDisabledMail(
  words: MailWords,
  { name, webhookUrl, isGone, pageUrl }: WebhookDisabledData,
): MailContent {
  return renderMail(words, {
    subject: words.say("webhookDisabled.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say(isGone ? "webhookDisabled.gone" : "webhookDisabled.failed") },
      { kind: "quote", text: webhookUrl },
      { kind: "text", text: words.say("webhookDisabled.kept") },
      { kind: "button", label: words.say("webhookDisabled.action"), url: pageUrl },
    ],
    footer: words.say("webhookDisabled.footer"),
  });
}
