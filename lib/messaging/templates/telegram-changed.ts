import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface TelegramChangedData {
  name: string;
  isLinked: boolean;
  accountUrl: string;
  resetUrl: string;
}

/** Tells an account's owner that a chat was linked, or that none is any more, in case it was somebody else. */
export function telegramChangedMail(
  words: MailWords,
  { name, isLinked, accountUrl, resetUrl }: TelegramChangedData,
): MailContent {
  return renderMail(words, {
    subject: words.say(isLinked ? "telegramChanged.linkedSubject" : "telegramChanged.unlinkedSubject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say(isLinked ? "telegramChanged.linked" : "telegramChanged.unlinked") },
      { kind: "text", text: words.say("telegramChanged.caution") },
      { kind: "button", label: words.say("setPassword"), url: resetUrl },
      { kind: "text", text: words.say("telegramChanged.repair") },
      { kind: "link", label: words.say("openAccount"), url: accountUrl },
    ],
    footer: words.say("telegramChanged.footer"),
  });
}
